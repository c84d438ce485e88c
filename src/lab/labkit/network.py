"""What the guests' networks look like."""

# The set-up in which the transcripts were recorded: RDMA on one dummy device and none on the other, no route, no DNS.
DUMMIES = """
ip link add d0 type dummy; ip addr add 10.7.0.1/24 dev d0; ip addr add fd00::1/64 dev d0 nodad
ip link set d0 up multicast on
ip link add d1 type dummy; ip addr add 10.8.0.1/24 dev d1; ip link set d1 up multicast on
rdma link add rxe0 type rxe netdev d0
"""


def wire(number):
    """Soft-RoCE on the virtual wire. A long queue, so that a burst of 56 senders is not dropped before the wire."""
    return f"""
ip addr add 10.7.0.{number}/24 dev eth0; ip addr add fd00::{number}/64 dev eth0 nodad
ip link set eth0 txqueuelen 20000 up
rdma link add rxe0 type rxe netdev eth0
"""


def wait_carrier():
    return "until ip -br link show eth0 | grep -q LOWER_UP; do sleep 0.1; done"
