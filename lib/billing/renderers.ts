import { type ExpectedVideo, estimateRendering } from '@talking-avatar/avatar/plan';
import type { PriceList, Renderers } from '#billing';
import { renderingOf } from '../pipeline/render-capacity.ts';
import { type Context, readSettings } from '../settings/index.ts';
import { readPrices } from './prices.ts';

/** Returns the renderers of a deployment. @param context settings of the deployment @throws Error like readSettings and readPrices */
export function renderersOf(context: Context = {}, prices: PriceList = readPrices()): Renderers {
  const rendering = renderingOf(readSettings(context));
  return { ...rendering, plan: (video: ExpectedVideo) => estimateRendering(video, rendering), prices };
}
