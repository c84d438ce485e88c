/* SPDX-License-Identifier: BSD-2-Clause */
/* The books: leaks, wrong orders, double destruction, limits, refused calls. */
#include "check.h"

static void life(void)
{
	struct connection c;

	CHECK(connect_to(&c, "", "239.1.1.1", 4, true));
	CHECK_REPORTED("leak qp0");
	CHECK_REPORTED("leak pd0");
	CHECK_REPORTED("call ibv_create_ah pd0 dgid=::ffff:239.1.1.1 dlid=0x0 sl=0");
	disconnect(&c, "239.1.1.1");
	CHECK(mckey_standin_reset("") == 0);
	CHECK(!reported("call "));
	CHECK(mckey_standin_reset("nonsense=1") == -1);
	CHECK_REPORTED("defect bad configuration item: nonsense");
	CHECK(mckey_standin_reset("fail=ibv_alloc_pdx:1:5") == -1);
	CHECK(mckey_standin_reset("fail=ibv_ack_cq_events:1:5") == -1);
}

static void wrong_order(void)
{
	struct connection c;

	CHECK(connect_to(&c, "", "239.1.1.1", 4, true));
	CHECK(ibv_dealloc_pd(c.pd) == EBUSY);
	CHECK_REPORTED("defect ibv_dealloc_pd: pd0 with live");
	CHECK(ibv_destroy_cq(c.cq) == EBUSY);
	CHECK_REPORTED("defect ibv_destroy_cq: cq0 with live qp0");
	CHECK(ibv_destroy_comp_channel(c.cc) == EBUSY);
	post_recv(&c, 0, 140);
	CHECK(!ibv_dereg_mr(c.mr));
	CHECK_REPORTED("defect ibv_dereg_mr: mr0 is still used by requests of qp0");
	CHECK(ibv_dereg_mr(c.mr) == EINVAL);
	CHECK_REPORTED("defect ibv_dereg_mr: mr0 has been destroyed");
	CHECK(ibv_dereg_mr(NULL) == EINVAL);
	CHECK_REPORTED("defect ibv_dereg_mr: null mr");
	CHECK(!rdma_destroy_id(c.id));
	CHECK_REPORTED("defect rdma_destroy_id: id0 with live qp0");
	CHECK_REPORTED("note rdma_destroy_id: id0 had not left 239.1.1.1");
}

static void refused(void)
{
	struct connection c;

	CHECK(!connect_to(&c, "fail=ibv_alloc_pd:1:ENOMEM", "239.1.1.1", 4, false));
	CHECK(errno == ENOMEM);
	CHECK_REPORTED("call ibv_alloc_pd cmctx0 -> null ENOMEM");
	CHECK(connect_to(&c, "fail=ibv_dereg_mr:1:EBUSY", "239.1.1.1", 4, false));
	CHECK(ibv_dereg_mr(c.mr) == EBUSY);
	CHECK(!ibv_destroy_ah(c.ah));
	rdma_destroy_qp(c.id);
	CHECK(ibv_dealloc_pd(c.pd) == EBUSY);
	CHECK_REPORTED("kept mr0");
	CHECK_REPORTED("kept pd0");
	CHECK_REPORTED("defects 0");
	CHECK(connect_to(&c, "ret=rdma_leave_multicast:1:-1:EIO", "239.1.1.1", 4, false));
	errno = 0;
	CHECK(rdma_leave_multicast(c.id, address("239.1.1.1")) == -1 && errno == EIO);
	CHECK(rdma_leave_multicast(c.id, address("239.1.1.2")) == -1 && errno == EADDRNOTAVAIL);
	disconnect(&c, "239.1.1.1");
	CHECK(!connect_to(&c, "fail=rdma_ack_cm_event:1:EINVAL", "239.1.1.1", 4, false));
	CHECK(!rdma_destroy_id(c.id));
	CHECK_REPORTED("kept ev0");
	CHECK_REPORTED("defects 0");
	CHECK(!connect_to(&c, "max_cqe=7", "239.1.1.1", 4, false));
	CHECK(errno == EINVAL);
	CHECK(!connect_to(&c, "max_qp_wr=3", "239.1.1.1", 4, false));
	CHECK(!connect_to(&c, "devices=0", "239.1.1.1", 4, false));
	CHECK(errno == ENODEV);
}

void test_objects(void)
{
	life();
	wrong_order();
	refused();
}
