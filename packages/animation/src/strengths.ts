import type { Strengths } from '@talking-avatar/contract';
import { type Channel, ROTATIONS } from './channels.ts';
import type { Curve } from './motion/index.ts';

/** Channels of each part that can be scaled. Lip closure for p, b, and m is excluded, because it follows the jaw. */
const CHANNELS_OF = {
  jaw: /^jaw/,
  lips: /^(mouth(?!Close)|lowerLipBite)/,
  brows: /^brow/,
} as const;

const isRotation = (channel: Channel): boolean => (ROTATIONS as readonly Channel[]).includes(channel);

/** Scales a layer of curves. Shapes are clamped to 1. */
export function scaleLayer(layer: ReadonlyMap<Channel, Curve>, factor = 1): ReadonlyMap<Channel, Curve> {
  if (factor === 1) return layer;
  return new Map([...layer].map(([channel, curve]) => [channel, scaleCurve(channel, curve, factor)]));
}

/** Scales the jaw, lips, and brows in all curves. Shapes are clamped to 1. */
export function scaleParts(curves: Map<Channel, Curve>, strengths: Strengths): void {
  for (const [part, channels] of Object.entries(CHANNELS_OF)) {
    const factor = strengths[part as keyof typeof CHANNELS_OF] ?? 1;
    if (factor === 1) continue;
    for (const [channel, curve] of curves) {
      if (channels.test(channel)) curves.set(channel, scaleCurve(channel, curve, factor));
    }
  }
}

const scaleCurve = (channel: Channel, curve: Curve, factor: number): Curve =>
  isRotation(channel) ? curve.map((value) => value * factor) : curve.map((value) => Math.min(1, value * factor));
