"""The HTTP runner over TLS: certificates, kept connections, the tunnel of a proxy. Needs the openssl command to make a certificate."""
from __future__ import annotations

import os
import shutil
import socket
import ssl
import subprocess
import sys
import threading
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tests import chaos_server, small_root
from tests.http_case import Case


class Tunnel:
    """A proxy that answers CONNECT by a tunnel to one port, whatever the host; `heads` are the requests it got."""

    def __init__(self, port: int):
        self._target = port
        self.heads = []
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                link, _ = self._socket.accept()
            except OSError:
                return
            head = b""
            while b"\r\n\r\n" not in head:
                head += link.recv(1)
            self.heads.append(head)
            far = socket.create_connection(("127.0.0.1", self._target))
            link.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
            for source, target in ((link, far), (far, link)):
                threading.Thread(target=self._pump, args=(source, target), daemon=True).start()

    def _pump(self, source, target):
        try:
            while True:
                data = source.recv(65536)
                if not data:
                    break
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def stop(self):
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()


@unittest.skipUnless(shutil.which("openssl"), "needs the openssl command")
class Secure(Case):
    def setUp(self):
        super().setUp()
        self.made = small_root.make_root(self.root, {"alpha": 40})
        self.certificate, key = self.folder / "certificate.pem", self.folder / "key.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=decider.test", "-addext",
                        "subjectAltName=DNS:decider.test,IP:127.0.0.1", "-keyout", str(key), "-out", str(self.certificate)], check=True, stderr=subprocess.DEVNULL)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, key)
        self.server = chaos_server.ChaosServer(context=context)
        self.addCleanup(self.server.stop)
        self.url = f"https://127.0.0.1:{self.server.port}"

    def test_a_trusted_certificate_and_kept_connections(self):
        with mock.patch.dict(os.environ, {"SSL_CERT_FILE": str(self.certificate)}):
            status, _, err = self.run_here(self.url, "--concurrency", 2)
        self.assertEqual(status, 0, err)
        self.assert_right(self.made)
        self.assertLessEqual(self.server.connections, 4)

    def test_faults_over_tls(self):
        self.server.chaos = chaos_server.Chaos(seed=2, share=0.4, faults=("reset", "close", "cut body", "two replies", "status 503", "not json"), manners=chaos_server.MANNERS)
        with mock.patch.dict(os.environ, {"SSL_CERT_FILE": str(self.certificate)}):
            status, _, err = self.run_here(self.url)
        self.assertEqual(status, 0, err)
        self.assert_right(self.made)

    def test_a_certificate_that_is_not_trusted_stops_the_run(self):
        status, _, err = self.run_here(self.url)
        self.assertEqual((status, sum(self.server.requests.values())), (2, 0))
        self.assertIn("stopped: certificate: the certificate of 127.0.0.1 is not accepted", err)

    def test_a_proxy_tunnels(self):
        tunnel = Tunnel(self.server.port)
        self.addCleanup(tunnel.stop)
        settings = {"SSL_CERT_FILE": str(self.certificate), "https_proxy": f"http://u:pa55word@127.0.0.1:{tunnel.port}", "DECIDER_KEY": "sk-a1b2c3d4"}
        with mock.patch.dict(os.environ, settings):
            status, _, err = self.run_here("https://decider.test", "--api-key-env", "DECIDER_KEY", "--concurrency", 2)
        self.assertEqual(status, 0, err)
        self.assert_right(self.made)
        self.assertTrue(tunnel.heads[0].startswith(b"CONNECT decider.test:443 HTTP/1.1\r\nHost: decider.test:443\r\n"))
        self.assertIn(b"Proxy-Authorization: Basic dTpwYTU1d29yZA==", tunnel.heads[0])
        self.assertNotIn(b"sk-a1b2c3d4", b"".join(tunnel.heads))
        self.assertIn(b"Authorization: Bearer sk-a1b2c3d4", self.server.heads[0])


if __name__ == "__main__":
    unittest.main()
