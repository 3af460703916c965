// A text of a memory with its Markdown shown as what it means. Always text, never markup; links lead to the web alone.
import { blocksOf, inlinesOf, type Block } from '../markdown.ts';
import { pieces, safeAddress, visible } from '../text.ts';

function Spans({ text }: { text: string }) {
  return (
    <>
      {inlinesOf(text).map((each, i) => {
        const shown = visible(each.text, true);
        if (each.mark === 'code') return <code key={i}>{shown}</code>;
        if (each.mark === 'strong') return <strong key={i}>{shown}</strong>;
        if (each.mark === 'em') return <em key={i}>{shown}</em>;
        if (each.href !== undefined && safeAddress(each.href)) return <a key={i} href={each.href} title={visible(each.href)} target="_blank" rel="noopener noreferrer">{shown}</a>;
        return pieces(each.text).map((piece, at) => (piece.href === undefined ? visible(piece.text, true) : <a key={`${i} ${at}`} href={piece.href} target="_blank" rel="noopener noreferrer">{visible(piece.text, true)}</a>));
      })}
    </>
  );
}

function Table({ rows: [head = [], ...rows] }: { rows: NonNullable<Block['rows']> }) {
  return (
    <div class="wide" tabIndex={0} role="region" aria-label="Table">
      <table>
        <thead><tr>{head.map((cell, i) => <th key={i} scope="col"><Spans text={cell} /></th>)}</tr></thead>
        <tbody>{rows.map((row, i) => <tr key={i}>{row.map((cell, at) => <td key={at}><Spans text={cell} /></td>)}</tr>)}</tbody>
      </table>
    </div>
  );
}

function Shown({ block }: { block: Block }) {
  switch (block.kind) {
    case 'code': return <pre tabIndex={0}>{visible(block.text, true)}</pre>;
    case 'heading': return <p class="md-heading"><Spans text={block.text} /></p>;
    case 'item': return <p class={`md-item md-level-${block.level}`}><span class="soft">{block.sign}</span><span><Spans text={block.text} /></span></p>;
    case 'table': return <Table rows={block.rows ?? []} />;
    case 'quote': return <p class="md-quote"><Spans text={block.text} /></p>;
    default: return <p><Spans text={block.text} /></p>;
  }
}

export function Markdown({ text }: { text: string }) {
  return <div class="prose markdown" dir="auto">{blocksOf(text).map((each, i) => <Shown key={i} block={each} />)}</div>;
}
