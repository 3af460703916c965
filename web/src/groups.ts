// Pairs that share a member are one group: six alike are one thing to decide, not fifteen. Pure.

interface Pair<T> {
  readonly memories: readonly T[];
}

// The first pair of each group with all members of it, in the order of the pairs.
export function grouped<T extends { readonly id: string }, P extends Pair<T>>(pairs: readonly P[]): (P & { readonly pairs: readonly P[] })[] {
  const groups: { members: Map<string, T>; pairs: P[] }[] = [];
  for (const pair of pairs) {
    const touched = groups.filter((each) => pair.memories.some(({ id }) => each.members.has(id)));
    const into = touched[0] ?? { members: new Map<string, T>(), pairs: [] };
    if (touched.length === 0) groups.push(into);
    for (const each of touched.slice(1)) {
      for (const [id, member] of each.members) into.members.set(id, member);
      into.pairs.push(...each.pairs);
      groups.splice(groups.indexOf(each), 1);
    }
    for (const member of pair.memories) into.members.set(member.id, member);
    into.pairs.push(pair);
  }
  return groups.map(({ members, pairs: all }) => ({ ...all[0]!, memories: [...members.values()], pairs: all }));
}
