#include "mine/branches.h"

#include <unordered_map>
#include <unordered_set>

namespace aim::mine {
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
