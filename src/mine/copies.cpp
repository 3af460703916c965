#include "mine/copies.h"

#include <unordered_map>
#include <unordered_set>

#include "base/hash.h"

namespace aim::mine {

namespace {

constexpr std::size_t looked_at = 16 * 1'024;  // of a file's beginning

std::uint64_t hash_of(std::string before, const TalkPiece& piece) {
  before.append(1, static_cast<char>('a' + static_cast<int>(piece.kind)));
  return stable_hash(before.append(piece.text));
}

}  // namespace

void Copies::mark(Conversation& conversation) {
  if (!conversation.continues)
    said_before_ = 0;
  for (TalkPiece& piece : conversation.pieces) {
    if (piece.text.empty())
      continue;
    const std::string time =
        piece.said_at ? std::to_string(piece.said_at->time_since_epoch().count()) : "";
    const std::uint64_t own = hash_of(piece.id + '\n' + time + '\n', piece);
    const std::uint64_t chain = hash_of(std::to_string(said_before_) + '\n', piece);
    said_before_ = chain;
    const bool known = !piece.id.empty() && !seen_.insert(own).second;
    if ((!seen_.insert(chain).second && !conversation.forked_from.empty()) || known)
      become_copy(piece);
  }
}

Result<Files> originals_first(const Source& source, const Files& files) {
  Files originals, forks;
  for (const SourceFile* file : files) {
    const auto begin = source.beginning(*file, looked_at);
    const bool fork = begin && (begin->find("\"forkedFrom\"") != std::string::npos ||
                                begin->find("\"forked_from_id\":\"") != std::string::npos ||
                                begin->find("\"forked_from_id\": \"") != std::string::npos);
    (fork ? forks : originals).push_back(file);
  }
  originals.insert(originals.end(), forks.begin(), forks.end());
  return originals;
}

namespace {

class Tree {
 public:
  explicit Tree(const Conversation& conversation) : branches_(conversation.branches) {
    for (const TalkPiece& piece : conversation.pieces) {
      if (piece.id.empty() || piece.kind == PieceKind::sub_agent)
        continue;
      Node& node = nodes_[piece.id];
      if (node.parent.empty())
        node.parent = piece.parent;
      if (piece.kind == PieceKind::person || piece.kind == PieceKind::attachment)
        node.kind = piece.speaker == "assistant" ? PieceKind::assistant : PieceKind::person;
      else if (piece.kind == PieceKind::assistant && node.kind != PieceKind::person)
        node.kind = PieceKind::assistant;
      last_ = piece.id;
    }
    // A circle of parents ends where it would begin again.
    for (std::string_view id = last_; !id.empty() && shown_.insert(id).second;) {
      const auto node = nodes_.find(std::string(id));
      if (node == nodes_.end())
        break;
      if (!node->second.parent.empty())
        shown_child_.emplace(node->second.parent, &node->second);
      id = node->second.parent;
    }
  }

  bool is_left(const std::string& id) {
    std::vector<Node*> way;
    bool left = false;
    for (std::string_view at = id; !at.empty() && !shown_.contains(at);) {
      const auto node = nodes_.find(std::string(at));
      if (node == nodes_.end())
        break;
      if (node->second.known) {
        left = node->second.left;
        break;
      }
      node->second.known = true;
      way.push_back(&node->second);
      const auto instead = shown_child_.find(node->second.parent);
      if (instead != shown_child_.end()) {
        left = replaces(*instead->second, node->second);
        break;
      }
      at = node->second.parent;
    }
    for (Node* node : way) node->left = left;
    return left;
  }

 private:
  struct Node {
    std::string parent;
    PieceKind kind = PieceKind::unknown;
    bool known = false, left = false;
  };

  bool replaces(const Node& later, const Node& earlier) const {
    return later.kind == earlier.kind &&
           (later.kind == PieceKind::person ||
            (later.kind == PieceKind::assistant && branches_ == Branches::of_prompts_and_answers));
  }

  Branches branches_;
  std::string last_;
  std::unordered_map<std::string, Node> nodes_;
  std::unordered_set<std::string_view> shown_;
  std::unordered_map<std::string_view, const Node*> shown_child_;  // by parent
};

}  // namespace

void follow_branches(Conversation& conversation) {
  if (conversation.branches == Branches::none)
    return;
  Tree tree(conversation);
  for (TalkPiece& piece : conversation.pieces)
    if (!piece.id.empty() && piece.kind != PieceKind::sub_agent && tree.is_left(piece.id)) {
      piece.kind = PieceKind::branch;
      piece.text = {};
    }
}

}  // namespace aim::mine
