"""Knows how to use the client without async: the same code, run by an event loop in a thread of its own."""

from collections.abc import Callable, Coroutine
from types import TracebackType
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar, overload

from mail.client.background import BackgroundLoop
from mail.client.client import MAILClient
from mail.client.events import ServerSentEvent
from mail.client.stream import EventStream
from mail.config import ClientConfig

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class SyncEventStream:
    """The events of a task, one after the other. Closing it stops the listening, not the task."""

    def __init__(self, loop: BackgroundLoop, stream: EventStream) -> None:
        self._loop = loop
        self._stream = stream

    @property
    def task_id(self) -> str | None:
        return self._stream.task_id

    @property
    def last_id(self) -> int | None:
        return self._stream.last_id

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> ServerSentEvent:
        event = self._loop.run(self._next())
        if event is None:
            raise StopIteration
        return event

    async def _next(self) -> ServerSentEvent | None:
        # StopAsyncIteration cannot leave a coroutine.
        return await anext(self._stream, None)

    def close(self) -> None:
        self._loop.run(self._stream.aclose())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Blocking(Generic[Arguments, Result]):
    """A method of the asynchronous client as a method that waits for its result."""

    def __init__(
        self, method: Callable[Concatenate[MAILClient, Arguments], Coroutine[Any, Any, Result]]
    ) -> None:
        self._method = method
        self.__doc__ = method.__doc__

    @overload
    def __get__(self, twin: None, owner: type) -> Self: ...
    @overload
    def __get__(self, twin: "MAILClientSync", owner: type) -> Callable[Arguments, Result]: ...
    def __get__(self, twin: "MAILClientSync | None", owner: type) -> Self | Callable[Arguments, Result]:
        if twin is None:
            return self

        def call(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
            return twin._loop.run(self._method(twin._client, *args, **kwargs))

        return call


class Streaming(Generic[Arguments]):
    """A method of the asynchronous client that listens, as one that gives a plain iterator."""

    def __init__(
        self, method: Callable[Concatenate[MAILClient, Arguments], Coroutine[Any, Any, EventStream]]
    ) -> None:
        self._method = method
        self.__doc__ = method.__doc__

    @overload
    def __get__(self, twin: None, owner: type) -> Self: ...
    @overload
    def __get__(self, twin: "MAILClientSync", owner: type) -> Callable[Arguments, SyncEventStream]: ...
    def __get__(
        self, twin: "MAILClientSync | None", owner: type
    ) -> Self | Callable[Arguments, SyncEventStream]:
        if twin is None:
            return self

        def call(*args: Arguments.args, **kwargs: Arguments.kwargs) -> SyncEventStream:
            stream = twin._loop.run(self._method(twin._client, *args, **kwargs))
            return SyncEventStream(twin._loop, stream)

        return call


class MAILClientSync:
    """The client for programs without an event loop. Every method waits for its result.

    with MAILClientSync("http://127.0.0.1:8000", api_key=token) as client:
        answer = client.post_message("What is 6*7?")
    """

    # A subclass of the asynchronous client with headers of its own goes here.
    client_class: type[MAILClient] = MAILClient

    def __init__(
        self, base_url: str, api_key: str | None = None, *, config: ClientConfig | None = None
    ) -> None:
        self._client = self.client_class(base_url, api_key, config=config)
        self._loop = BackgroundLoop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the session and end the thread. Twice is the same as once."""
        self._loop.finish(self._client.aclose)

    get_root = Blocking(MAILClient.get_root)
    get_status = Blocking(MAILClient.get_status)
    get_whoami = Blocking(MAILClient.get_whoami)
    login = Blocking(MAILClient.login)
    get_health = Blocking(MAILClient.get_health)
    update_health = Blocking(MAILClient.update_health)
    post_message = Blocking(MAILClient.post_message)
    post_message_stream = Streaming(MAILClient.post_message_stream)
    get_tasks = Blocking(MAILClient.get_tasks)
    get_task = Blocking(MAILClient.get_task)
    list_tasks = Blocking(MAILClient.list_tasks)
    get_task_details = Blocking(MAILClient.get_task_details)
    get_events = Blocking(MAILClient.get_events)
    follow_task = Streaming(MAILClient.follow_task)
    cancel_task = Blocking(MAILClient.cancel_task)
    answer_breakpoint = Blocking(MAILClient.answer_breakpoint)
    get_swarms = Blocking(MAILClient.get_swarms)
    register_swarm = Blocking(MAILClient.register_swarm)
    dump_swarm = Blocking(MAILClient.dump_swarm)
    load_swarm_from_json = Blocking(MAILClient.load_swarm_from_json)
    post_interswarm_message = Blocking(MAILClient.post_interswarm_message)
    post_interswarm_response = Blocking(MAILClient.post_interswarm_response)
    send_interswarm_message = Blocking(MAILClient.send_interswarm_message)
