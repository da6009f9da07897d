"""Messages between users, agents and the system, and their place in each recipient's mailbox."""

import uuid
from typing import cast

from django.db import models

from mail.addresses import AddressType
from mail.messages import MAILMessage, MessageType
from mail.priorities import Priority
from tasks.choices import DeliveryState, as_choices
from tasks.models.task import Task

REFERENCE_KEYS = {
    MessageType.REQUEST: "request_id",
    MessageType.RESPONSE: "request_id",
    MessageType.BROADCAST: "broadcast_id",
    MessageType.INTERRUPT: "interrupt_id",
    MessageType.BROADCAST_COMPLETE: "broadcast_id",
}
MANY_RECIPIENTS = frozenset({MessageType.BROADCAST, MessageType.INTERRUPT, MessageType.BROADCAST_COMPLETE})


class Message(models.Model):
    """One MAIL message, stored once however many agents read it."""

    uuid = models.UUIDField(default=uuid.uuid4, editable=False)
    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="messages")
    round = models.PositiveIntegerField()
    msg_type = models.CharField(max_length=20, choices=as_choices(MessageType))
    sender_type = models.CharField(max_length=8, choices=as_choices(AddressType))
    sender = models.CharField(max_length=400)
    recipients = models.JSONField(help_text="Addresses as {address_type, address}.")
    subject = models.TextField()
    body = models.TextField()
    reference = models.CharField(max_length=255, help_text="Its request, broadcast or interrupt id.")
    sender_swarm = models.CharField(max_length=255, null=True)  # noqa: DJ001  # null on the wire differs from ""
    recipient_swarm = models.CharField(max_length=255, null=True)  # noqa: DJ001  # as above
    routing_info = models.JSONField(default=dict)
    created_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["task", "id"], name="messages_of_task")]

    def __str__(self) -> str:
        return f"{self.msg_type} from {self.sender}: {self.subject}"

    def as_mail(self) -> MAILMessage:
        """The message in its wire form."""
        payload = {
            "task_id": self.task.task_id,
            REFERENCE_KEYS[MessageType(self.msg_type)]: self.reference,
            "sender": {"address_type": self.sender_type, "address": self.sender},
            "subject": self.subject,
            "body": self.body,
            "sender_swarm": self.sender_swarm,
            "routing_info": self.routing_info,
        }
        if self.msg_type in MANY_RECIPIENTS:
            payload["recipients"] = self.recipients
            payload["recipient_swarms"] = [self.recipient_swarm] if self.recipient_swarm else None
        else:
            payload["recipient"] = self.recipients[0]
            payload["recipient_swarm"] = self.recipient_swarm
        envelope = {
            "id": str(self.uuid),
            "timestamp": self.created_at.isoformat(),
            "message": payload,
            "msg_type": self.msg_type,
        }
        return cast(MAILMessage, envelope)


class Delivery(models.Model):
    """A message in one agent's mailbox. Ids rise with the order of sending inside a task."""

    task = models.ForeignKey(Task, on_delete=models.CASCADE)
    actor = models.ForeignKey("tasks.Actor", on_delete=models.CASCADE, related_name="deliveries")
    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="deliveries")
    priority = models.PositiveSmallIntegerField(choices=as_choices(Priority))
    state = models.CharField(max_length=10, choices=DeliveryState, default=DeliveryState.WAITING)
    goes_first = models.BooleanField(
        default=False, help_text="An interrupt: it comes before the mail that it interrupted."
    )
    continues = models.BooleanField(
        default=False, help_text="Its message is in the history already; the agent only has to go on."
    )

    class Meta:
        verbose_name_plural = "deliveries"
        # Not a partial index: SQLite does not use one whose condition is a list of states.
        indexes = [models.Index(fields=["state", "actor"], name="mail_by_state")]

    def __str__(self) -> str:
        return f"{self.message_id} to {self.actor_id}"
