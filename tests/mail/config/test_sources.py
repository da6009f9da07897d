"""Where a configured value comes from: argument, environment, file, default; and bad ones."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from mail.config import BadConfiguration, ClientConfig, ServerConfig, SettingsConfig, SwarmConfig
from mail.errors import MailError

ROOT = Path(__file__).parents[3]
FILE = """
[server]
port = 8100
host = "0.0.0.0"
debug = true

[server.swarm]
name = "from-file"
source = "file.json"
registry = "older-name.json"
keywords = ["a", "b"]

[server.settings]
task_message_limit = 40
print_llm_streams = true

[client]
timeout = 12.5
verbose = true
"""


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "other.toml"
    path.write_text(FILE)
    monkeypatch.setenv("MAIL_CONFIG_PATH", str(path))
    return path


def test_without_a_file_the_defaults_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAIL_CONFIG_PATH", str(tmp_path / "missing.toml"))
    assert (ClientConfig().timeout, ClientConfig().verbose) == (3600.0, False)
    server = ServerConfig()
    assert (server.host, server.port, server.reload, server.debug) == ("127.0.0.1", 8000, False, False)
    assert server.base_url == "http://localhost:8000"
    assert server.swarm.registry_file == "registries/example-no-proxy.json"
    assert server.settings.task_message_limit == 15


def test_the_shipped_file_says_what_the_defaults_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAIL_CONFIG_PATH", str(ROOT / "mail.toml"))
    shipped = (ServerConfig(), ClientConfig())
    monkeypatch.setenv("MAIL_CONFIG_PATH", str(tmp_path / "missing.toml"))
    assert shipped == (ServerConfig(), ClientConfig())


@pytest.mark.usefixtures("write")
def test_the_file_replaces_the_defaults() -> None:
    server = ServerConfig()
    assert (server.host, server.port, server.debug) == ("0.0.0.0", 8100, True)
    assert server.base_url == "http://localhost:8100"
    assert (server.swarm.name, server.swarm.source) == ("from-file", "file.json")
    assert server.swarm.registry_file == "older-name.json"
    assert server.swarm.keywords == ["a", "b"]
    assert server.settings == SettingsConfig(task_message_limit=40)
    assert ClientConfig() == ClientConfig(timeout=12.5, verbose=True)


def test_mail_toml_of_the_working_directory_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MAIL_CONFIG_PATH")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mail.toml").write_text("[client]\ntimeout = 7\n")
    assert ClientConfig().timeout == 7.0


@pytest.mark.usefixtures("write")
@pytest.mark.parametrize(
    ("variable", "value", "read", "expected"),
    [
        ("SWARM_NAME", "from-environment", lambda: ServerConfig().swarm.name, "from-environment"),
        ("SWARM_SOURCE", "e.json", lambda: SwarmConfig().source, "e.json"),
        ("SWARM_REGISTRY_FILE", "e-registry.json", lambda: SwarmConfig().registry_file, "e-registry.json"),
        ("BASE_URL", "https://mail.example", lambda: ServerConfig().base_url, "https://mail.example"),
        ("MAIL_DEBUG", "off", lambda: ServerConfig().debug, False),
        ("MAIL_TASK_MESSAGE_LIMIT", "99", lambda: ServerConfig().settings.task_message_limit, 99),
        ("MAIL_CLIENT_TIMEOUT", "3", lambda: ClientConfig().timeout, 3.0),
        ("MAIL_CLIENT_VERBOSE", "0", lambda: ClientConfig().verbose, False),
        ("MAIL_CLIENT_RECONNECT", "0", lambda: ClientConfig().reconnect, 0.0),
        ("MAIL_CLIENT_SILENCE", "2.5", lambda: ClientConfig().silence, 2.5),
    ],
)
def test_the_environment_goes_before_the_file(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str, read: object, expected: object
) -> None:
    assert callable(read)
    assert read() != expected
    monkeypatch.setenv(variable, value)
    assert read() == expected


@pytest.mark.usefixtures("write")
def test_an_argument_goes_before_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAIL_CLIENT_TIMEOUT", "3")
    monkeypatch.setenv("SWARM_REGISTRY_FILE", "e-registry.json")
    assert ClientConfig(timeout=1.0).timeout == 1.0
    assert ClientConfig(timeout=1.0).verbose is True
    assert SwarmConfig(registry_file="argument.json").registry_file == "argument.json"
    older: dict[str, str] = {"registry": "argument.json"}
    assert SwarmConfig.model_validate(older).registry_file == "argument.json"
    assert ServerConfig(swarm=SwarmConfig(name="mine")).swarm.name == "mine"
    assert ServerConfig(port=1).base_url == "http://localhost:1"


def test_an_empty_variable_counts_as_unset(write: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAIL_CLIENT_TIMEOUT", "  ")
    assert ClientConfig().timeout == 12.5


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("[client]\ntimeout = 'soon'", ["[client] timeout", "'soon'", "number"]),
        ("[client]\ntimeout = -1", ["[client] timeout", "-1", "greater than 0"]),
        ("client = 5", ["[client] must be a table"]),
        ("[client", ["not valid TOML"]),
    ],
)
def test_a_bad_file_gets_one_sentence_that_names_it(write: Path, content: str, words: list[str]) -> None:
    write.write_text(content)
    with pytest.raises(BadConfiguration) as caught:
        ClientConfig()
    assert isinstance(caught.value, MailError)
    for word in [str(write), *words]:
        assert word in caught.value.detail
    assert "\n" not in caught.value.detail


def test_a_file_that_is_not_text_gets_one_sentence(write: Path) -> None:
    write.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadConfiguration, match="not valid TOML"):
        ClientConfig()


def test_a_folder_in_place_of_the_file_gets_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAIL_CONFIG_PATH", str(tmp_path))
    with pytest.raises(BadConfiguration, match="cannot be read"):
        ClientConfig()


def test_a_bad_variable_gets_one_sentence_that_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAIL_CLIENT_TIMEOUT", "later")
    with pytest.raises(BadConfiguration, match="MAIL_CLIENT_TIMEOUT is 'later'"):
        ClientConfig()
    monkeypatch.setenv("MAIL_TASK_MESSAGE_LIMIT", "0")
    with pytest.raises(BadConfiguration, match="MAIL_TASK_MESSAGE_LIMIT is '0'"):
        ServerConfig()


@pytest.mark.parametrize("wrong", [{"timeout": -1}, {"timeout": "x"}, {"tiemout": 5}])
def test_a_bad_argument_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        ClientConfig.model_validate(wrong)


def test_a_bad_port_is_refused(write: Path) -> None:
    write.write_text("[server]\nport = 70000")
    with pytest.raises(BadConfiguration, match="port is 70000"):
        ServerConfig()
