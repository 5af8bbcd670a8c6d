import type { APIGatewayProxyEvent } from 'aws-lambda';
import ipaddr from 'ipaddr.js';
import { findHeader } from './request.ts';

/**
 * Addresses that CloudFront uses to connect to origins: CLOUDFRONT_ORIGIN_FACING in AWS's ip-ranges.json of 24 July 2026. Any address that
 * is not on this list is treated as a client address.
 */
const CLOUDFRONT = [
  '3.29.57.0/26',
  '3.172.0.0/18',
  '3.172.64.0/18',
  '13.124.199.0/24',
  '15.158.0.0/16',
  '18.68.0.0/16',
  '52.46.0.0/18',
  '52.82.128.0/23',
  '52.82.134.0/23',
  '54.182.128.0/20',
  '54.182.144.0/21',
  '54.182.154.0/23',
  '54.182.156.0/22',
  '54.182.160.0/21',
  '54.182.172.0/22',
  '54.182.176.0/21',
  '54.182.184.0/22',
  '54.182.188.0/23',
  '54.182.224.0/21',
  '54.182.240.0/21',
  '54.182.248.0/22',
  '54.239.134.0/23',
  '54.239.170.0/23',
  '54.239.204.0/22',
  '54.239.208.0/21',
  '64.252.64.0/18',
  '64.252.128.0/18',
  '70.132.0.0/18',
  '130.176.0.0/18',
  '130.176.64.0/21',
  '130.176.72.0/22',
  '130.176.76.0/24',
  '130.176.78.0/23',
  '130.176.80.0/22',
  '130.176.86.0/23',
  '130.176.88.0/21',
  '130.176.96.0/19',
  '130.176.128.0/21',
  '130.176.136.0/23',
  '130.176.140.0/22',
  '130.176.144.0/20',
  '130.176.160.0/19',
  '130.176.192.0/19',
  '204.246.166.0/24',
  '205.251.218.0/24',
  '2600:9000:1000::/36',
  '2600:9000:5200::/40',
  '2600:9000:6000::/36',
].map((range) => ipaddr.parseCIDR(range));

const isCloudFront = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  return CLOUDFRONT.some((range) => ip.kind() === range[0].kind() && ip.match(range));
};

/**
 * Returns the address of the client. For requests through CloudFront, it is the last address in `X-Forwarded-For`, which CloudFront appends
 * (CloudFront Developer Guide, "Request and response behavior for custom origins"). The addresses before it may have been forged by the
 * client. For requests from anywhere else, the header is ignored.
 */
export function viewerAddressOf(event: APIGatewayProxyEvent): string {
  const { sourceIp } = event.requestContext.identity;
  if (!isCloudFront(sourceIp)) return sourceIp;
  const forwarded = findHeader(event, 'x-forwarded-for')?.split(',') ?? [];
  const viewer = forwarded.map((address) => address.trim()).findLast((address) => !isCloudFront(address));
  return viewer && ipaddr.isValid(viewer) ? viewer : sourceIp;
}
