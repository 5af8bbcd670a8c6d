import type { Settings } from '../../../lib/settings/index.ts';
import type { Facts, Network, Subnet } from '../facts.ts';
import { QUOTAS, quotaLink } from '../read/quotas.ts';
import { change, check, count, type Finding, judged, ready, several } from './finding.ts';

/** Endpoints that a task needs in a subnet without internet access (ECS developer guide, "VPC endpoints"). */
const ENDPOINTS = ['dynamodb', 'ecr.api', 'ecr.dkr', 'logs', 's3', 'states'] as const;

/** Endpoints that ECS's agent on a GPU instance needs too; on Fargate AWS runs the agent. */
const AGENT_ENDPOINTS = ['ecs', 'ecs-agent', 'ecs-telemetry'] as const;

const VPC = 'Network of the tasks';

/** Checks the network of the tasks: the deployment's own VPC, or the existing subnets. */
export const checkNetwork = (facts: Facts, settings: Settings): Finding[] => [
  ...judgeVpcs(facts),
  ...judged(VPC, facts.network, (network) => (settings.vpc ? judgeNetwork(network, settings.vpc, settings) : [])),
];

function judgeVpcs({ vpcs, stacks, region }: Facts): Finding[] {
  return judged(VPC, vpcs, ({ used, limit }) => {
    const has = `The region has ${used} of ${limit} VPCs`;
    const made = 'value' in stacks && stacks.value.some(({ name, status }) => !name.includes('Storage') && status);
    if (made) return ready(VPC, `${has}; the deployment's own is among them`);
    if (used < limit) return ready(VPC, `${has}; the deployment makes one more. It takes no Elastic IP address`);
    return change(
      VPC,
      `${has}, and the deployment makes one more`,
      `Raise "${QUOTAS.vpcs.name}" to ${limit + 1}: ${quotaLink(QUOTAS.vpcs, region)}`,
      `Deploy into one of yours with -c 'vpc={"id":"vpc-…","subnets":["subnet-…"]}'`,
      'Delete a VPC that nobody needs, such as the default one',
    );
  });
}

function judgeNetwork({ subnets, endpoints }: Network, vpc: NonNullable<Settings['vpc']>, settings: Settings): Finding[] {
  const missing = vpc.subnets.filter((id) => !subnets.some((subnet) => subnet.id === id));
  if (missing.length > 0)
    return [change(VPC, `There is no ${missing.join(', ')} in this account and region`, 'Correct "subnets" in -c vpc')];
  const foreign = subnets.filter((subnet) => subnet.vpc !== vpc.id);
  if (foreign.length > 0) {
    const where = foreign.map((subnet) => `${subnet.id} is in ${subnet.vpc}`).join(', ');
    return [change(VPC, `${where}, not in ${vpc.id}`, 'Correct "id" or "subnets" in -c vpc')];
  }
  const findings = [...subnets.flatMap((subnet) => judgeWayOut(subnet, vpc.public, endpoints, settings)), ...judgeRoom(subnets, settings)];
  const zones = new Set(subnets.map(({ zone }) => zone)).size;
  if (zones === 1)
    findings.push(
      check(VPC, `All subnets are in ${subnets[0]!.zone}`, 'Add a subnet of another zone: where one has no room for a task, another may'),
    );
  return findings.length > 0 ? findings : [ready(VPC, `${several(subnets.length, 'subnet')} in ${several(zones, 'zone')}, with a way out`)];
}

/** Whether a task can reach AWS from a subnet: with a public address, through a gateway, or by endpoints. */
function judgeWayOut({ id, wayOut }: Subnet, isPublic: boolean, endpoints: readonly string[], { gpu }: Settings): Finding[] {
  if (wayOut === 'internet gateway' && !isPublic)
    return [change(VPC, `${id} leads to an internet gateway, which takes only tasks with public addresses`, 'Set "public":true in -c vpc')];
  if (wayOut !== 'internet gateway' && isPublic)
    return [
      change(
        VPC,
        `${id} does not lead to an internet gateway; public addresses are of no use there`,
        'Set "public":false in -c vpc',
        'Name public subnets',
      ),
    ];
  const needed = gpu ? [...ENDPOINTS, ...AGENT_ENDPOINTS] : ENDPOINTS;
  const lacking = wayOut === 'nowhere' ? needed.filter((service) => !endpoints.includes(service)) : [];
  if (lacking.length === 0) return [];
  return [
    change(
      VPC,
      `${id} has no way out, and its VPC no endpoints of ${lacking.join(', ')}`,
      'Give its route table a route to a NAT gateway',
      `Make the endpoints of ${lacking.join(', ')}`,
    ),
  ];
}

function judgeRoom(subnets: readonly Subnet[], { tasks, capacity, gpu }: Settings): Finding[] {
  const free = subnets.reduce((sum, subnet) => sum + subnet.free, 0);
  const has = `The subnets have ${count(free)} free addresses`;
  // A task with a GPU uses its instance's address, and all videos share the instances.
  if (gpu) return judgeInstances(free, has, gpu.instances);
  if (free < tasks)
    return [change(VPC, `${has}; one video takes ${tasks}`, 'Name larger subnets in -c vpc', `Deploy with -c tasks=${Math.max(1, free)}`)];
  if (free < tasks * capacity)
    return [
      check(
        VPC,
        `${has}; ${several(capacity, 'video')} with ${several(tasks, 'task')} each would take ${count(tasks * capacity)}`,
        'Go on: tasks wait for an address',
        'Name larger subnets in -c vpc',
      ),
    ];
  return [];
}

function judgeInstances(free: number, has: string, instances: number): Finding[] {
  if (free >= instances) return [];
  return [
    change(
      VPC,
      `${has}; ${several(instances, 'instance')} would take ${count(instances)}`,
      'Name larger subnets in -c vpc',
      ...(free > 0 ? [`Deploy with "instances":${free} in -c gpu`] : []),
    ),
  ];
}
