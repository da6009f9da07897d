"""A pytest plugin that comes before Django: every test run has a data directory and a database of its own."""

import os
import tempfile

from tests.services import POSTGRESQL_URL

# Nothing of the developer's own server may leak into a test.
for name in list(os.environ):
    if name.startswith("SWARM_") or name in {
        "DATABASE_URL",
        "MAIL_REDIS_URL",
        "MAIL_BROKER_URL",
        "BASE_URL",
        "AUTH_ENDPOINT",
        "TOKEN_INFO_ENDPOINT",
        "MAIL_SECRET_KEY",
    }:
        del os.environ[name]
os.environ["MAIL_DATA_DIR"] = tempfile.mkdtemp(prefix="mail-test-")
os.environ["MAIL_CONFIG_PATH"] = os.path.join(os.environ["MAIL_DATA_DIR"], "mail.toml")  # noqa: PTH118
os.environ["MAIL_THROTTLE"] = "off"
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
if os.environ.get("MAIL_TEST_DATABASE") == "postgresql":
    os.environ["DATABASE_URL"] = POSTGRESQL_URL
