"""Tasks in the control room."""

import pytest
from django.test import Client

from accounts.models import User
from tests.tasks.stage import Stage, finish

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def staff() -> Client:
    User.objects.create_superuser("ada", password="x")
    client = Client()
    client.login(username="ada", password="x")
    return client


def test_a_task_is_shown_with_its_rounds_and_events(staff: Client) -> None:
    stage = Stage({"supervisor": []})
    stage.script("supervisor", finish("forty-two"))
    task = stage.send()
    stage.run()
    assert task.task_id in staff.get("/admin/tasks/task/").content.decode()
    page = staff.get(f"/admin/tasks/task/{task.pk}/change/").content.decode()
    assert "forty-two" in page
    assert "task_complete_call" in page
    assert 'name="_save"' not in page


@pytest.mark.parametrize("page", ["message", "worker"])
def test_the_other_lists_open(staff: Client, page: str) -> None:
    Stage({"supervisor": []}).send()
    assert staff.get(f"/admin/tasks/{page}/").status_code == 200


def test_a_running_task_is_cancelled_by_the_same_verb_as_the_api(staff: Client) -> None:
    task = Stage({"supervisor": []}).send()
    chosen = {"action": "cancel_selected", "_selected_action": [task.pk]}
    assert "1 task(s) cancelled" in staff.post("/admin/tasks/task/", chosen, follow=True).content.decode()
    task.refresh_from_db()
    assert task.status == "cancelled"
    assert "has finished already" in staff.post("/admin/tasks/task/", chosen, follow=True).content.decode()


def test_the_list_makes_the_same_number_of_queries_for_many_tasks(
    staff: Client, django_assert_max_num_queries: pytest.FixtureRequest
) -> None:
    stage = Stage({"supervisor": []})
    for _ in range(12):
        stage.send()
    with django_assert_max_num_queries(15):  # type: ignore[operator]  # pytest-django's own context manager
        staff.get("/admin/tasks/task/")
