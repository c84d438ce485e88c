"""Runs in the guest: takes jobs from the host, one JSON object a line, over the virtio console, and reports their ends.

{"id", "command", "deadline"} starts bash with the command, output to /sh/<id>.out and .err, in a session of its own.
{"id", "signal"} sends a signal to the job's process. {"bye": true} ends the agent and with it the guest.
Answers: {"hello": true} at first, then {"id", "status"} for each job; a job cut off at its deadline has the status null.
"""
import glob, json, os, signal, subprocess, threading, time

running, gate = {}, threading.Lock()


def tell(port, **message):
    with gate:
        os.write(port, (json.dumps(message) + "\n").encode())


def stop(process):
    for number in (signal.SIGTERM, signal.SIGKILL):
        os.killpg(process.pid, signal.SIGCONT)
        os.killpg(process.pid, number)
        try:
            return process.wait(5)
        except subprocess.TimeoutExpired:
            pass


def watch(port, job, process, deadline):
    try:
        status = process.wait(deadline)
    except subprocess.TimeoutExpired:
        stop(process)
        status = None
    tell(port, id=job, status=128 - status if status is not None and status < 0 else status)


def start(port, job):
    name = "/sh/" + job["id"]
    with open(name + ".out", "wb") as out, open(name + ".err", "wb") as err:
        process = subprocess.Popen(["/bin/bash", "-c", job["command"]], stdin=subprocess.DEVNULL, stdout=out,
                                   stderr=err, start_new_session=True)
    running[job["id"]] = process
    threading.Thread(target=watch, args=(port, job["id"], process, job["deadline"]), daemon=True).start()


def lines(port):
    rest = b""
    while True:
        chunk = os.read(port, 65536)
        if not chunk:  # nobody holds the other end yet
            time.sleep(0.1)
            continue
        *whole, rest = (rest + chunk).split(b"\n")
        yield from whole


def main():
    port = os.open(glob.glob("/dev/vport*")[0], os.O_RDWR)
    tell(port, hello=True)
    for line in lines(port):
        message = json.loads(line)
        if "bye" in message:
            return
        if "signal" in message:
            running[message["id"]].send_signal(message["signal"])
        else:
            start(port, message)


main()
