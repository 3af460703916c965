"""A way to a PostgreSQL server that can fall silent: it goes on taking connections, and passes nothing on in either direction."""

import selectors
import socket
import threading


class Proxy:
    """On a port of the loopback, before the server's socket in that folder."""

    def __init__(self, folder):
        self.target = f"{folder}/.s.PGSQL.5432"
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.silent, self.over = threading.Event(), threading.Event()
        self.thread = threading.Thread(target=self.work)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.thread.join()
        self.listener.close()

    def work(self):
        """One thread for all; what was sent meanwhile goes on when the silence ends."""
        with selectors.DefaultSelector() as ready:
            ready.register(self.listener, selectors.EVENT_READ)
            while not self.over.is_set():
                for key, _ in ready.select(0.05):
                    if key.fileobj is self.listener:
                        self.take(ready)
                    elif not self.silent.is_set() and key.fileobj.fileno() >= 0:  # its other end may have closed it just now
                        self.pass_on(ready, key.fileobj, key.data)
                if self.silent.is_set():
                    self.over.wait(0.02)
            for key in list(ready.get_map().values()):
                if key.fileobj is not self.listener:
                    key.fileobj.close()

    def take(self, ready):
        client, _ = self.listener.accept()
        server = socket.socket(socket.AF_UNIX)
        server.connect(self.target)
        ready.register(client, selectors.EVENT_READ, server)
        ready.register(server, selectors.EVENT_READ, client)

    @staticmethod
    def pass_on(ready, source, target):
        try:
            data = source.recv(65_536)
            if data:
                target.sendall(data)
        except OSError:
            data = b""
        if not data:
            for each in (source, target):
                ready.unregister(each)
                each.close()
