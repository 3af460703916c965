"""An embedding service on loopback that is none: Ollama's and OpenAI's protocol, vectors by words, and the faults of fake_llm.

Each word has an axis, words that mean the same share one.
"""

import json
import zlib

from fake_llm import FakeModel

EMBEDDER = "fake-embed:1"
SAME = {"automobile": "car", "puppy": "dog", "espresso": "coffee"}


class FakeEmbedder(FakeModel):
    """`dimension`: of its vectors, may be changed. `shuffled`: OpenAI's answers come in another order than was asked."""

    def __init__(self, key=None, models=(EMBEDDER,), dimension=64):
        super().__init__(key, models)
        self.dimension, self.shuffled = dimension, False
        self.last = []  # texts of the call that is being answered

    def answer(self, request):
        body = json.loads(request.rfile.read(int(request.headers["Content-Length"])))
        self.paths.append(request.path)
        if not self.is_let_in(request):
            return None
        texts = body["input"]
        self.asked += [(request.path, text) for text in texts]
        self.last = texts
        if self.fault and self.fault(request, request.path):
            return None
        if body["model"] not in self.models:
            return self.say(request, {"error": f"model '{body['model']}' not found"}, 404)
        vectors = [self.vector(text) for text in texts]
        if request.path == "/api/embed":
            return self.say(request, {"model": body["model"], "embeddings": vectors, "prompt_eval_count": 5 * len(texts)})
        if request.path != "/v1/embeddings":
            return self.say(request, "404 page not found", 404)
        data = [{"object": "embedding", "index": i, "embedding": vector} for i, vector in enumerate(vectors)]
        if self.shuffled:
            data.reverse()
        return self.say(request, {"object": "list", "data": data, "usage": {"prompt_tokens": 5, "total_tokens": 5 * len(texts)}})

    def vector(self, text):
        numbers = [0.0] * self.dimension
        for word in text.lower().replace(".", " ").split():
            numbers[zlib.crc32(SAME.get(word, word).encode()) % self.dimension] += 3.0  # not of unit length
        return numbers

    def settings(self, protocol="ollama", **keys):
        """The [embedding] section that leads here."""
        given = {"backend": protocol, "url": self.url, "model": EMBEDDER, "question_timeout_ms": 60_000, **keys}
        return "[embedding]\n" + "".join(f"{name} = {json.dumps(value)}\n" for name, value in given.items())

    def texts(self):
        return [text for _, text in self.asked]
