import { useState } from 'preact/hooks';
import { parsePosition } from '../../files/position.ts';
import { formatPosition } from '../../route-files/shown-text.ts';
import type { Position } from '../../zones/geometry/polygon.ts';

interface BorderFieldProps {
  readonly label: string;
  /** [lon, lat]. */
  readonly points: readonly Position[];
  readonly onChange: (points: readonly Position[]) => void;
}

/** A border as positions, one a line: what a hand does on the map, without a pointer. */
export function BorderField({ label, points, onChange }: BorderFieldProps) {
  const shown = points.map(([lon, lat]) => formatPosition({ lat: lat!, lon: lon! })).join('\n');
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const apply = () => {
    const text = typed ?? '';
    if (typed === null || text.trim() === shown) return;
    const read = readBorder(text);
    setProblem(typeof read === 'string' ? read : null);
    if (typeof read === 'string') return;
    setTyped(null);
    onChange(read);
  };
  return (
    <div class="border-field">
      <label>
        <span>{label}</span>
        <textarea
          rows={Math.min(8, Math.max(4, points.length))}
          spellcheck={false}
          placeholder={'61°00′S 050°00′W\n61°00′S 046°00′W\n62°30′S 048°00′W'}
          value={typed ?? shown}
          aria-invalid={problem !== null}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      {problem && (
        <p class="field-problem" role="alert">
          {problem}
        </p>
      )}
      <button type="button" disabled={typed === null} onClick={apply}>
        Use these positions
      </button>
    </div>
  );
}

/** The positions, [lon, lat]; a sentence where they are none. */
function readBorder(text: string): Position[] | string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const points: Position[] = [];
  for (const [i, line] of lines.entries()) {
    const at = parsePosition(line);
    if (!at) return `Line ${i + 1} is no position: write it as 67°45.8′S 068°01.2′W or -67.764, -68.02.`;
    points.push([at.lon, at.lat]);
  }
  const [first, last] = [points[0], points.at(-1)];
  if (points.length > 3 && first!.every((value, k) => value === last![k])) points.pop(); // closed already
  return points.length < 3 ? 'A zone has at least three positions, one a line.' : points;
}
