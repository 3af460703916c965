"""A language model on loopback that is none: it speaks Ollama's and OpenAI's protocol, answers as it is told to, and has the
faults that real ones have.

It knows what is asked by the shape that the instructions want. Times decide nothing: what hangs, hangs until it is let go.
"""

import http.server
import json
import threading

SHAPES = {"terms": '"terms"', "tags": '"tags"', "contradicts": '"contradicts"', "summary": '"summary"', "learnings": '"learnings"'}
MODEL = "fake:1b"
KEY = "sk-do-not-tell-anybody"


def about_same_day(material):
    """Notes contradict each other when one says Tuesday and the other Friday."""
    return "Tuesday" in material and "Friday" in material


ANSWERS = {
    "terms": lambda material: {"terms": ["RDBMS", "relational store"]},
    "tags": lambda material: {"tags": ["Infra Stack", "database"]},
    "contradicts": lambda material: {"contradicts": about_same_day(material)},
    "summary": lambda material: {"summary": "One note says it all.\nThe other agrees."},
    "learnings": lambda material: {"learnings": ["Orders are kept in SQLite. «one file is enough»", "The user likes Redis. «Redis is best»"]},
}


class Quiet(http.server.ThreadingHTTPServer):
    def handle_error(self, request, client_address):
        pass  # the client has hung up


class FakeModel:
    """`answers`: by shape, from the material to what it says (a value becomes JSON, a text stays). `fault(request, shape)`:
    may answer in place of it, True when it has."""

    def __init__(self, key=None, models=(MODEL,), chat=True):
        self.answers, self.fault = dict(ANSWERS), None
        self.key, self.models, self.chat = key, list(models), chat
        self.asked = []  # (shape, material) of every question
        self.paths = []
        self.let_go = threading.Event()
        self.arrived = threading.Event()  # something hangs
        fake = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                fake.tell(self)

            def do_POST(self):
                fake.answer(self)

            def log_message(self, *_):
                pass

        self.server = Quiet(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    # ---- the protocols ----
    def tell(self, request):
        self.paths.append(request.path)
        if not self.is_let_in(request):
            return
        if request.path == "/api/tags":
            self.say(request, {"models": [{"name": name, "size": 1} for name in self.models]})
        elif request.path == "/v1/models":
            self.say(request, {"object": "list", "data": [{"id": name} for name in self.models]})
        else:
            self.say(request, "404 page not found", 404)

    def answer(self, request):
        body = json.loads(request.rfile.read(int(request.headers["Content-Length"])))
        self.paths.append(request.path)
        if not self.is_let_in(request):
            return
        if request.path == "/api/chat" and not self.chat:
            return self.say(request, "404 page not found", 404)
        if body["model"] not in self.models:
            return self.say(request, {"error": f"model '{body['model']}' not found"}, 404)
        if request.path == "/api/generate":
            instructions, material = body["system"], body["prompt"]
        else:
            instructions, material = (each["content"] for each in body["messages"])
        shape = next(name for name, sign in SHAPES.items() if sign in instructions)
        self.asked.append((shape, material))
        if self.fault and self.fault(request, shape):
            return None
        said = self.answers[shape](material)
        return self.reply(request, said if isinstance(said, str) else json.dumps(said))

    def reply(self, request, text):
        """A whole and proper reply that says `text`."""
        if request.path == "/api/chat":
            self.say(request, {"message": {"role": "assistant", "content": text}, "done": True, "prompt_eval_count": 30, "eval_count": 12})
        elif request.path == "/api/generate":
            self.say(request, {"response": text, "done": True, "prompt_eval_count": 30, "eval_count": 12})
        else:
            self.say(request, {"choices": [{"message": {"role": "assistant", "content": text}}], "usage": {"total_tokens": 42}})

    def is_let_in(self, request):
        if self.key is None or request.headers.get("Authorization") == f"Bearer {self.key}":
            return True
        self.say(request, {"error": {"message": f"wrong key: {request.headers.get('Authorization')}"}}, 401)
        return False

    @staticmethod
    def say(request, value, status=200, headers=()):
        data = (value if isinstance(value, str) else json.dumps(value)).encode()
        request.send_response(status)
        for name, text in headers:
            request.send_header(name, text)
        request.send_header("Content-Length", str(len(data)))
        request.end_headers()
        request.wfile.write(data)

    # ---- faults ----
    def hangs(self, shape=None):
        """Says nothing until let_go is set, and then hangs up."""
        def fault(request, asked):
            if shape and asked != shape:
                return False
            self.arrived.set()
            self.let_go.wait(60)
            request.close_connection = True
            return True
        return fault

    @staticmethod
    def cuts(request, _):
        """Promises more than comes."""
        request.send_response(200)
        request.send_header("Content-Length", "1000")
        request.end_headers()
        request.wfile.write(b'{"message": {"content": "{\\"ta')
        request.close_connection = True
        return True

    @staticmethod
    def says(value, status=200, headers=(), times=None):
        """Answers with this, so many times (None: always)."""
        left = [times]

        def fault(request, _):
            if left[0] == 0:
                return False
            if left[0] is not None:
                left[0] -= 1
            FakeModel.say(request, value, status, headers)
            return True
        return fault

    # ---- settings ----
    def settings(self, protocol="ollama", **keys):
        """The [llm] section that leads here."""
        given = {"backend": protocol, "url": self.url, "model": MODEL, **keys}
        return "[llm]\n" + "".join(f"{name} = {json.dumps(value)}\n" for name, value in given.items())

    def close(self):
        self.let_go.set()
        self.server.shutdown()
        self.server.server_close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def configure(world, text, tier="smart"):
    """From here on the world's programs run by this configuration."""
    file = world.home / ".config" / "ai-memory" / "config.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f'tier = "{tier}"\n{text}')
    for name in ("AI_MEMORY_NO_CONFIG", "AI_MEMORY_LLM_URL"):
        world.environment.pop(name, None)
