"""What every answer of the daemon has, whatever was asked (D1, D5): headers, the form of errors, no word from inside."""

import json
import re

from outcome import check

SECURITY = {"x-content-type-options": "nosniff", "x-frame-options": "DENY", "referrer-policy": "no-referrer"}
MORE = ("content-security-policy", "cache-control", "date")
# Words of the engine room: libraries, SQL, paths, source files, exceptions.
INSIDE = re.compile(
    r"sqlite|SQLITE|\bboost|beast|asio|std::|basic_string|nlohmann|no such table|syntax error near|\.cpp|\.h:\d|/home/|/tmp/|/usr/|/var/|\.db\b|errno|terminate called", re.I
)
# Errors of the transport and of operations: status to code.
CODES = {
    400: "VALIDATION_FAILED", 401: "UNAUTHORIZED", 403: "FORBIDDEN", 404: "NOT_FOUND", 405: "METHOD_NOT_ALLOWED", 408: "REQUEST_TIMEOUT",
    409: "CONFLICT", 413: "PAYLOAD_TOO_LARGE", 415: "UNSUPPORTED_MEDIA_TYPE", 431: "HEADERS_TOO_LARGE", 503: "UNAVAILABLE",
}  # fmt: skip


def proper(reply, what, status=None):
    """An answer as it should be; `status`: one or several that are expected."""
    if status is not None:
        expected = (status,) if isinstance(status, int) else status
        check(reply.status in expected, f"{what}: {reply}, expected {' or '.join(map(str, expected))}")
    check(reply.status < 500 or reply.status == 503, f"{what}: {reply}")
    for name, value in SECURITY.items():
        check(reply.headers.get(name) == value, f"{what}: {reply.status} without {name}: {value}")
    for name in MORE:
        check(name in reply.headers, f"{what}: {reply.status} without {name}")
    check("server" not in reply.headers, f"{what}: the server names itself: {reply.headers.get('server')}")
    if reply.status >= 400:
        error(reply, what)
    return reply


def error(reply, what):
    check(reply.headers.get("content-type", "").split(";")[0] == "application/json", f"{what}: {reply.status} is not JSON but {reply.headers.get('content-type')}")
    try:
        body = json.loads(reply.body)
    except ValueError:
        raise AssertionError(f"{what}: the body of {reply} is no JSON") from None
    texts = {name: body.get(name) for name in ("code", "error", "message")}
    check(all(isinstance(each, str) and each for each in texts.values()), f"{what}: code, error, message are {texts}")
    check(texts["error"] == texts["message"], f"{what}: error and message differ: {texts}")
    check(texts["code"] == CODES.get(reply.status), f"{what}: {reply.status} with the code {texts['code']}")
    found = INSIDE.search(reply.text)
    check(not found, f"{what}: the answer tells of the inside, \"{found and found.group()}\": {reply.text[:300]}")
    if reply.status == 401:
        check("bearer" in reply.headers.get("www-authenticate", "").lower(), f"{what}: 401 without WWW-Authenticate: Bearer")
    if reply.status == 503:
        check(reply.headers.get("retry-after", "").isdigit(), f"{what}: 503 without Retry-After")
    if reply.status == 405:
        check(reply.headers.get("allow"), f"{what}: 405 without Allow")
