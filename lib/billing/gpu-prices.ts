import type { PriceList } from '#billing';
import type { Settings } from '../settings/index.ts';

/** On-demand prices for Linux in us-east-1, in dollars per hour (EC2 pricing page), by instance family and size. */
const HOURLY: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  g4dn: { xlarge: '0.526', '2xlarge': '0.752', '4xlarge': '1.204', '8xlarge': '2.176' },
  g5: { xlarge: '1.006', '2xlarge': '1.212', '4xlarge': '1.624', '8xlarge': '2.448' },
  g6: { xlarge: '0.8048', '2xlarge': '0.9776', '4xlarge': '1.3232', '8xlarge': '2.0144' },
  g6e: { xlarge: '1.861', '2xlarge': '2.24208', '4xlarge': '3.00424', '8xlarge': '4.52856' },
};

/**
 * Adds the price of the GPU instances: `gpu.instance` from the list, or else the price in us-east-1. Prices in other regions differ from
 * that by up to a third.
 */
export function withGpuPrice(list: PriceList, gpu: Settings['gpu']): PriceList {
  if (!gpu || list.prices['gpu.instance'] !== undefined) return list;
  const [family = '', size = ''] = gpu.instanceType.split('.');
  const price = HOURLY[family]?.[size];
  if (price === undefined)
    throw new Error(`The price of ${gpu.instanceType} is unknown; set "gpu.instance" in a price file, in dollars per hour`);
  return { ...list, prices: { ...list.prices, 'gpu.instance': price } };
}
