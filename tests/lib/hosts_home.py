"""A made-up home folder of somebody who works with several assistants: their sessions and memory files, where each program keeps them."""

import hashlib
import json


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def lines(path, records):
    return write(path, "".join(json.dumps(each) + "\n" for each in records))


def moment(day, second):
    return f"2026-02-{day:02}T10:{second // 60:02}:{second % 60:02}.000Z"


def claude_code(home, session, talk, project, day=1, before=()):
    """`talk`: pairs of speaker and text, or a tool call as a dict. `before`: records of another session that this one begins with."""
    records = list(before)
    parent = records[-1]["uuid"] if records else None
    for number, (role, said) in enumerate(talk):
        content = said if isinstance(said, str) else [dict(said, type=said.get("type", "tool_use"))]
        records.append({"parentUuid": parent, "isSidechain": False, "cwd": str(project), "sessionId": session, "type": role,
                        "message": {"role": role, "content": content}, "uuid": f"{session}-{number}", "timestamp": moment(day, number)})
        parent = records[-1]["uuid"]
    slug = str(project).replace("/", "-")
    return lines(home / ".claude" / "projects" / slug / f"{session}.jsonl", records), records


def codex(home, session, talk, project, day=1):
    records = [{"timestamp": moment(day, 0), "type": "session_meta", "payload": {"id": session, "cwd": str(project), "timestamp": moment(day, 0)}}]
    for number, (role, said) in enumerate(talk):
        kind = "input_text" if role == "user" else "output_text"
        records.append({"timestamp": moment(day, number), "type": "response_item",
                        "payload": {"type": "message", "role": role, "content": [{"type": kind, "text": said}]}})
    return lines(home / ".codex/sessions/2026/02" / f"{day:02}" / f"rollout-2026-02-{day:02}T10-00-00-{session}.jsonl", records)


def gemini(home, session, talk, day=1, project=None):
    """`project`: the folder is named by its hash."""
    folder = hashlib.sha256(str(project).encode()).hexdigest() if project else "1234abcd"
    messages = [{"id": f"{session}-{number}", "type": "user" if role == "user" else "gemini", "content": said, "timestamp": moment(day, number)}
                for number, (role, said) in enumerate(talk)]
    return write(home / ".gemini/tmp" / folder / "chats" / f"session-2026-02-{day:02}-{session}.json",
                 json.dumps({"sessionId": session, "projectHash": folder, "startTime": moment(day, 0), "lastUpdated": moment(day, 59),
                             "messages": messages}))


def copilot(home, session, talk, project, day=1):
    records = [{"type": "session.start", "id": f"{session}-s", "timestamp": moment(day, 0), "data": {"sessionId": session, "context": {"cwd": str(project)}}}]
    for number, (role, said) in enumerate(talk):
        records.append({"type": f"{role}.message", "id": f"{session}-{number}", "timestamp": moment(day, number), "data": {"content": said}})
    return lines(home / ".copilot/session-state" / session / "events.jsonl", records)


def aider(project, talk, day=1):
    text = f"\n# aider chat started at 2026-02-{day:02} 10:00:00\n\n"
    for role, said in talk:
        text += f"#### {said}\n\n" if role == "user" else f"{said}\n\n"
    return write(project / ".aider.chat.history.md", text)


def goose(home, session, talk, project):
    records = [{"working_dir": str(project), "description": "", "message_count": len(talk)}]
    for number, (role, said) in enumerate(talk):
        records.append({"role": role, "created": 1770000000 + number, "content": [{"type": "text", "text": said}]})
    return lines(home / ".local/share/goose/sessions" / f"{session}.jsonl", records)


def antigravity(home, session, talk, project, day=1):
    records = [{"step_index": 0, "source": "MODEL", "type": "PLANNER_RESPONSE", "created_at": moment(day, 0),
                "tool_calls": [{"name": "run_command", "args": {"Cwd": json.dumps(str(project)), "CommandLine": json.dumps("ls")}}]}]
    for number, (role, said) in enumerate(talk, 1):
        records.append({"step_index": number, "created_at": moment(day, number), "content": said, **(
            {"source": "MODEL", "type": "PLANNER_RESPONSE"} if role == "assistant" else {"source": "USER_EXPLICIT", "type": "USER_INPUT"})})
    return lines(home / ".gemini/antigravity/brain" / session / ".system_generated/logs/transcript.jsonl", records)


def cline(data, session, talk, project, extension="saoudrizwan.claude-dev"):
    """`data`: the folder "User" of an editor."""
    messages = [{"role": role, "content": [{"type": "text", "text": f"<task>{said}</task>" if number == 0 else said}]} for number, (role, said) in enumerate(talk)]
    messages[0]["content"].append({"type": "text", "text": f"<environment_details>\n# Current Working Directory ({project}) Files\n</environment_details>"})
    return write(data / "globalStorage" / extension / "tasks" / session / "api_conversation_history.json", json.dumps(messages))


def said(question, answer):
    """A conversation of four messages about one thing."""
    return [("user", question), ("assistant", answer), ("user", "Good, keep it that way."), ("assistant", "I will.")]
