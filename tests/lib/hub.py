"""A web server on loopback in place of a model hub, with the faults that real ones have."""

import http.server
import threading
import time
from pathlib import Path


class Hub:
    """Serves the files of `folder`. `fault(handler, path, data, start)` may answer in place of it: True when it has."""

    def __init__(self, folder, ranges=True):
        self.folder, self.ranges, self.requests, self.fault = Path(folder), ranges, [], None
        hub = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                hub.answer(self)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, request):
        wanted = request.headers.get("Range")
        self.requests.append((request.path, wanted))
        file = self.folder / request.path.lstrip("/")
        if ".." in request.path or not file.is_file():
            return request.send_error(404)
        data, start = file.read_bytes(), 0
        if wanted and self.ranges:
            start = int(wanted.removeprefix("bytes=").partition("-")[0])
        if self.fault and self.fault(request, file.name, data, start):
            return None
        self.head(request, len(data), start)
        return request.wfile.write(data[start:])

    @staticmethod
    def head(request, size, start):
        request.send_response(206 if start else 200)
        if start:
            request.send_header("Content-Range", f"bytes {start}-{size - 1}/{size}")
        request.send_header("Content-Length", str(size - start))
        request.end_headers()

    # ---- faults ----
    @staticmethod
    def cuts(name, after):
        """Breaks off after so many bytes of that file, each time."""
        def fault(request, file, data, start):
            if file != name or len(data) - start <= after:
                return False
            Hub.head(request, len(data), start)
            request.wfile.write(data[start:start + after])
            request.close_connection = True
            return True
        return fault

    @staticmethod
    def stalls(name, after, seconds):
        def fault(request, file, data, start):
            if file != name or start >= after:
                if file == name:
                    time.sleep(seconds)
                return file == name
            Hub.head(request, len(data), start)
            request.wfile.write(data[start:after])
            request.wfile.flush()
            time.sleep(seconds)
            return True
        return fault

    @staticmethod
    def lies(name):
        """Sends that file with one byte changed."""
        def fault(request, file, data, start):
            if file != name:
                return False
            wrong = data[:-1] + bytes([data[-1] ^ 1])
            Hub.head(request, len(data), start)
            request.wfile.write(wrong[start:])
            return True
        return fault

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
