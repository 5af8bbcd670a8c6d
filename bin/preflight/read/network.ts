import {
  DescribeRouteTablesCommand,
  DescribeSubnetsCommand,
  type EC2Client,
  paginateDescribeInstanceTypeOfferings,
  paginateDescribeVpcEndpoints,
  paginateDescribeVpcs,
  type Route,
  type RouteTable,
} from '@aws-sdk/client-ec2';
import type { Settings } from '../../../lib/settings/index.ts';
import type { Network, Subnet } from '../facts.ts';

export async function countVpcs(client: EC2Client): Promise<number> {
  let count = 0;
  for await (const { Vpcs = [] } of paginateDescribeVpcs({ client, pageSize: 100 }, {})) count += Vpcs.length;
  return count;
}

/** Returns true if any zone in the region offers the instance type. */
export async function isOffered(client: EC2Client, type: string): Promise<boolean> {
  const Filters = [{ Name: 'instance-type', Values: [type] }];
  for await (const page of paginateDescribeInstanceTypeOfferings({ client }, { LocationType: 'region', Filters }))
    if (page.InstanceTypeOfferings?.length) return true;
  return false;
}

/** Reads which of the configured subnets exist, and the endpoints of their VPC. */
export async function readNetwork(client: EC2Client, vpc: NonNullable<Settings['vpc']>): Promise<Network> {
  const inVpc = [{ Name: 'vpc-id', Values: [vpc.id] }];
  // A filter ignores IDs that do not exist, whereas a request by ID would fail.
  const wanted = [{ Name: 'subnet-id', Values: [...vpc.subnets] }];
  const { Subnets = [] } = await client.send(new DescribeSubnetsCommand({ Filters: wanted }));
  const { RouteTables = [] } = await client.send(new DescribeRouteTablesCommand({ Filters: inVpc }));
  const endpoints: string[] = [];
  for await (const page of paginateDescribeVpcEndpoints({ client }, { Filters: inVpc }))
    for (const { ServiceName = '' } of page.VpcEndpoints ?? []) endpoints.push(shortName(ServiceName));
  const subnets = Subnets.map(
    ({ SubnetId = '', VpcId = '', AvailabilityZone = '', AvailableIpAddressCount = 0 }): Subnet => ({
      id: SubnetId,
      vpc: VpcId,
      zone: AvailabilityZone,
      free: AvailableIpAddressCount,
      wayOut: wayOut(tableOf(SubnetId, RouteTables)),
    }),
  );
  return { subnets, endpoints };
}

/** `com.amazonaws.eu-central-1.ecr.api` becomes `ecr.api`. */
const shortName = (service: string): string => service.split('.').slice(3).join('.');

/** Returns the route table of a subnet, or else the main route table of the VPC. */
const tableOf = (subnet: string, tables: readonly RouteTable[]): RouteTable | undefined =>
  tables.find(({ Associations = [] }) => Associations.some(({ SubnetId }) => SubnetId === subnet)) ??
  tables.find(({ Associations = [] }) => Associations.some(({ Main }) => Main));

function wayOut(table: RouteTable | undefined): Subnet['wayOut'] {
  const everywhere = table?.Routes?.find(
    ({ DestinationCidrBlock, State }: Route) => DestinationCidrBlock === '0.0.0.0/0' && State !== 'blackhole',
  );
  if (!everywhere) return 'nowhere';
  return everywhere.GatewayId?.startsWith('igw-') ? 'internet gateway' : 'gateway of another kind';
}
