"""Knows everything a server offers, in one class."""

from mail.client.messages import MessageCalls
from mail.client.server import ServerCalls
from mail.client.swarms import SwarmCalls
from mail.client.tasks import TaskCalls


class MAILClient(ServerCalls, MessageCalls, TaskCalls, SwarmCalls):
    """A MAIL server, spoken to asynchronously.

    async with MAILClient("http://127.0.0.1:8000", api_key=token) as client:
        answer = await client.post_message("What is 6*7?")
    """
