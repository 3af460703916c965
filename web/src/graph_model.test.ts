import assert from 'node:assert/strict';
import { test } from 'node:test';
import { graphOf, linkedOnly, pathBetween } from './graph_model.ts';

const node = (id: string) => ({ id, title: id, namespace: 'global', depth: 0 });
const edge = (source: string, target: string) => ({ source, target, relation: 'related_to' });

test('the shortest way, in either direction of the links', () => {
  const graph = graphOf({ nodes: ['a', 'b', 'c', 'd', 'e', '__proto__'].map(node), edges: [edge('a', 'b'), edge('c', 'b'), edge('c', 'd'), edge('a', 'e'), edge('e', 'd'), edge('d', '__proto__')], truncated: false });
  assert.deepEqual(pathBetween(graph, 'a', 'd'), ['a', 'e', 'd']);
  assert.deepEqual(pathBetween(graph, 'a', '__proto__'), ['a', 'e', 'd', '__proto__']);
  assert.deepEqual(pathBetween(graph, 'a', 'a'), ['a']);
  assert.deepEqual(pathBetween(graph, 'a', 'nobody'), []);
});

test('edges to what is not there and to itself are left out, and the number of nodes is bounded', () => {
  const graph = graphOf({ nodes: Array.from({ length: 2000 }, (_, i) => node(`n${i}`)), edges: [edge('n0', 'n1'), edge('n0', 'n1999'), edge('n0', 'n0'), edge('x', 'n0')], truncated: true });
  assert.equal(graph.nodes.length, 1500);
  assert.equal(graph.edges.length, 1);
});

test('what is only alike in meaning is left out, with what it leads to', () => {
  const near = { source: 'a', target: 'c', relation: 'near', weight: 0.9 };
  const left = linkedOnly({ nodes: ['a', 'b', 'c', 'd'].map(node), edges: [near, edge('c', 'd'), edge('b', 'a')], truncated: false });
  assert.deepEqual(left.nodes.map((each) => each.id), ['a', 'b']);
  assert.equal(graphOf(left).edges.length, 1);
});
