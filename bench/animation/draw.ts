import { readFileSync, writeFileSync } from 'node:fs';
import { importLiveLinkCsv } from '@talking-avatar/animation/testing';
import { timelineSchema } from '@talking-avatar/contract';
import * as v from 'valibot';
import { readTool } from '../../bin/tool.ts';
import { FACE_LANES, plotClip, SPEECH_LANES } from './plot.ts';

const USAGE = 'draw.ts TIMELINE.json RESULT.csv OUT.svg [--from SECONDS] [--to SECONDS] [--face]';

/** Draws the curves of a finished job over its phones, to be looked at in a browser. */
const { values, positionals, refuse } = readTool(USAGE, {
  from: { type: 'string' },
  to: { type: 'string' },
  face: { type: 'boolean', default: false },
});
const missing = (): never => refuse('Name three files');
const [timelineFile = missing(), csvFile = missing(), svgFile = missing()] = positionals;

const timeline = v.parse(timelineSchema, JSON.parse(readFileSync(timelineFile, 'utf8')));
const { columns, rows } = importLiveLinkCsv(readFileSync(csvFile, 'utf8'));
const channels = new Map(columns.map((column, i) => [column, Float32Array.from(rows, (row) => row[i]!)]));
const from = Number(values.from ?? 0);
const plot = {
  timeline,
  clip: { fps: 60, frames: rows.length, channels },
  from,
  to: Number(values.to ?? Math.min(timeline.duration, from + 4)),
  lanes: values.face ? FACE_LANES : SPEECH_LANES,
};
writeFileSync(svgFile, plotClip(plot));
console.log(`${svgFile} shows ${plot.from} to ${plot.to} s`);
