"""Does everything once with the Python client, and prints the results as JSON: URL TOKEN JOB RECORDING…"""

import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../packages/client-python"))

from avatar_client import Client, JobEndedError, ServiceError  # noqa: E402

url, token, job, *files = sys.argv[1:]
job = json.loads(job)
client = Client(url, token)

estimate = client.estimate(job)
id = client.generate(job)["id"]
progress = []
client.wait(id, on_progress=lambda status: progress.append(status["progress"]))
csv = client.download(id).read().decode()
timeline = json.loads(client.download(id, "timeline").read())

recordings = []
for file in files:
    sent = client.generate(job, recording=file)
    try:
        client.wait(sent["id"])
        recordings.append("succeeded")
    except JobEndedError as ended:
        recordings.append(ended.job["status"])


def code_of(call):
    try:
        call()
    except ServiceError as refused:
        return refused.body["code"]


try:
    client.generate({**job, "camera": 3})
except ServiceError as error:
    refused = [error.body["code"], error.type]
last = client.generate({**job, "text": "A word. " * 500})
cancelled = client.cancel(last["id"])
listed = list(client.list(page_size=2))
client.remove(id)

print(
    json.dumps(
        {
            "actors": len(client.actors()),
            "estimated": estimate["cost"]["expected"] > 0,
            "progress": [progress[0] < 1, progress[-1]],
            "csv": csv[: len("Timecode,BlendshapeCount")],
            "words": [word["text"] for word in timeline["words"]],
            "recordings": recordings,
            "listed": len(listed),
            "refused": refused,
            "voices": client.voices("de")[0]["language"],
            "account": client.account()["plan"]["name"],
            "costs": len([job for job in client.costs() if job["amount"] > 0]),
            "secrets": len(client.webhooks.rotate()),
            "deliveries": len(list(client.webhooks.deliveries())),
            "cancelled": cancelled["status"],
            "removed": code_of(lambda: client.status(id)),
        }
    )
)
