/** The result of importing a Live Link Face CSV. */
export interface Import {
  columns: string[];
  /** Frame numbers at 60 fps, taken from the timecodes. */
  times: number[];
  rows: number[][];
}

/**
 * Reads a CSV by the same rules as LiveLinkFaceImporter in Unreal, and throws where Unreal would stop, truncate the take, or shift its
 * values. It was written independently of the writer.
 */
export function importLiveLinkCsv(text: string): Import {
  if (text.includes('\r') || text.includes('"')) throw new Error('carriage returns or quotes');
  if (!text.endsWith('\n')) throw new Error('the last line has no line break');
  const [head = '', ...lines] = text.slice(0, -1).split('\n');
  const header = head.split(',').filter((cell) => cell !== '');
  if (header.length < 3) throw new Error('fewer than three columns');
  if (header[0]!.toLowerCase() !== 'timecode') throw new Error(`first column is ${header[0]}`);
  if (header[1]!.toLowerCase() !== 'blendshapecount') throw new Error(`second column is ${header[1]}`);
  if (new Set(header).size !== header.length) throw new Error('a column is named twice');
  const times: number[] = [];
  const rows = lines.map((line, i) => {
    const cells = line.split(',').filter((cell) => cell !== '');
    if (cells.length !== header.length) throw new Error(`row ${i} has ${cells.length} cells, not ${header.length}`);
    times.push(readTimecode(cells[0]!, i));
    if (cells[1] !== '61') throw new Error(`row ${i} counts ${cells[1]} blend shapes`);
    return cells.slice(2).map((cell) => {
      if (!/^-?\d+\.\d{10}$/.test(cell)) throw new Error(`row ${i} has the cell '${cell}'`);
      return Number(cell);
    });
  });
  return { columns: header.slice(2), times, rows };
}

function readTimecode(cell: string, row: number): number {
  const parts = cell.split(':');
  if (parts.length !== 4) throw new Error(`row ${row} has the timecode ${cell}`);
  if (!/^\d\d:\d\d:\d\d:\d\d(\.\d{3})?$/.test(cell)) throw new Error(`row ${row} has the timecode ${cell}`);
  const [hours, minutes, seconds, frames] = parts.map(Number) as [number, number, number, number];
  if (minutes >= 60 || seconds >= 60 || frames >= 60) throw new Error(`row ${row} has the timecode ${cell}`);
  return ((hours * 60 + minutes) * 60 + seconds) * 60 + frames;
}
