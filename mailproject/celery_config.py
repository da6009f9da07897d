"""Celery's settings, from Django's."""

from django.conf import settings
from kombu import Queue

broker_url = settings.BROKER_URL
broker_connection_retry_on_startup = True
broker_transport_options: dict[str, object] = {
    "queue_order_strategy": "priority",
    "priority_steps": list(range(10)),
}
if settings.BROKER_URL.startswith("memory:"):
    # The in-memory queue is polled; its own pause of a second would be felt.
    broker_transport_options["polling_interval"] = 0.01
task_ignore_result = True
task_default_queue = "mail"
task_queues = [Queue("mail", queue_arguments={"x-max-priority": 10})]
task_default_priority = 5
worker_hijack_root_logger = False
worker_pool = "threads"
worker_concurrency = settings.WORKER_THREADS
worker_prefetch_multiplier = 4
timezone = "UTC"
# Keeps no file: what is due is due once a second, whatever happened before.
beat_scheduler = "celery.beat:Scheduler"
beat_schedule = {"sweep": {"task": "tasks.sweep", "schedule": 1.0, "options": {"priority": 0, "expires": 5}}}
