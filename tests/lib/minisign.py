"""Keys and signatures in minisign's form, made with openssl: tests need no minisign."""

import base64
import hashlib
import subprocess


class Signer:
    def __init__(self, folder):
        self.key = folder / "signer.pem"
        subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", self.key], check=True, capture_output=True)
        public = subprocess.run(["openssl", "pkey", "-in", self.key, "-pubout", "-outform", "DER"], check=True, capture_output=True).stdout[-32:]
        self.id = hashlib.sha256(public).digest()[:8]
        self.public_key = base64.b64encode(b"Ed" + self.id + public).decode()

    def _sign(self, data):
        text = self.key.with_suffix(".text")
        text.write_bytes(data)
        return subprocess.run(["openssl", "pkeyutl", "-sign", "-rawin", "-inkey", self.key, "-in", text], check=True, capture_output=True).stdout

    def sign(self, file):
        """Writes FILE.minisig."""
        signature = self._sign(hashlib.blake2b(file.read_bytes()).digest())
        comment = "timestamp:1700000000\tfile:" + file.name
        whole = self._sign(signature + comment.encode())
        lines = ["untrusted comment: signature of a test", base64.b64encode(b"ED" + self.id + signature).decode(), "trusted comment: " + comment,
                 base64.b64encode(whole).decode()]
        file.with_name(file.name + ".minisig").write_text("\n".join(lines) + "\n")
