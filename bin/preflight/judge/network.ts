import type { Settings } from '../../../lib/settings/index.ts';
import type { Facts, Network, Subnet } from '../facts.ts';
import { QUOTAS } from '../read/quotas.ts';
import { change, check, count, type Finding, judged, orRaise, ready, several } from './finding.ts';

/** Endpoints that tasks need in a subnet without internet access (ECS developer guide, "VPC endpoints"). */
const ENDPOINTS = ['dynamodb', 'ecr.api', 'ecr.dkr', 'logs', 's3', 'states'] as const;

/** Additional endpoints that the ECS agent needs on a GPU instance. On Fargate, AWS runs the agent. */
const AGENT_ENDPOINTS = ['ecs', 'ecs-agent', 'ecs-telemetry'] as const;

const VPC = 'Task network';

/** Checks the network for the tasks, which is either the deployment's own VPC or existing subnets. */
export const checkNetwork = (facts: Facts, settings: Settings): Finding[] => [
  ...judgeVpcs(facts),
  ...judged(VPC, facts.network, (network) => (settings.vpc ? judgeNetwork(network, settings.vpc, settings) : [])),
];

function judgeVpcs({ vpcs, stacks, region }: Facts): Finding[] {
  return judged(VPC, vpcs, ({ used, limit }) => {
    const found = `The region has ${used} of ${limit} VPCs`;
    const made = 'value' in stacks && stacks.value.some(({ name, status }) => name.startsWith('Avatar-') && status);
    if (made) return ready(VPC, `${found}, including the deployment's own`);
    if (used < limit) return ready(VPC, `${found}; the deployment creates one more, without an Elastic IP address`);
    const finding = change(
      VPC,
      `${found}, and the deployment creates one more`,
      `Deploy into one of yours with -c 'vpc={"id":"vpc-…","subnets":["subnet-…"]}'`,
      'Delete an unused VPC, such as the default one',
    );
    return orRaise(finding, QUOTAS.vpcs, limit + 1, region);
  });
}

function judgeNetwork({ subnets, endpoints }: Network, vpc: NonNullable<Settings['vpc']>, settings: Settings): Finding[] {
  const missing = vpc.subnets.filter((id) => !subnets.some((subnet) => subnet.id === id));
  if (missing.length > 0)
    return [change(VPC, `${missing.join(', ')} does not exist in this account and region`, 'Correct "subnets" in -c vpc')];
  const foreign = subnets.filter((subnet) => subnet.vpc !== vpc.id);
  if (foreign.length > 0) {
    const where = foreign.map((subnet) => `${subnet.id} is in ${subnet.vpc}`).join(', ');
    return [change(VPC, `${where}, not in ${vpc.id}`, 'Correct "id" or "subnets" in -c vpc')];
  }
  const findings = [...subnets.flatMap((subnet) => judgeWayOut(subnet, vpc.public, endpoints, settings)), ...judgeRoom(subnets, settings)];
  const zones = new Set(subnets.map(({ zone }) => zone)).size;
  if (zones === 1)
    findings.push(
      check(
        VPC,
        `All subnets are in ${subnets[0]!.zone}`,
        'Add a subnet in another zone, which may have capacity for a task if this one does not',
      ),
    );
  return findings.length > 0
    ? findings
    : [ready(VPC, `${several(subnets.length, 'subnet')} in ${several(zones, 'zone')}, with internet access or endpoints`)];
}

/** Judges whether a task in the subnet can reach AWS, whether with a public address, through a gateway, or through endpoints. */
function judgeWayOut({ id, wayOut }: Subnet, isPublic: boolean, endpoints: readonly string[], { gpu }: Settings): Finding[] {
  if (wayOut === 'internet gateway' && !isPublic)
    return [
      change(VPC, `${id} routes to an internet gateway, which only works for tasks with public addresses`, 'Set "public":true in -c vpc'),
    ];
  if (wayOut !== 'internet gateway' && isPublic)
    return [
      change(
        VPC,
        `${id} does not route to an internet gateway; public addresses have no effect there`,
        'Set "public":false in -c vpc',
        'Use public subnets',
      ),
    ];
  const needed = gpu ? [...ENDPOINTS, ...AGENT_ENDPOINTS] : ENDPOINTS;
  const lacking = wayOut === 'nowhere' ? needed.filter((service) => !endpoints.includes(service)) : [];
  if (lacking.length === 0) return [];
  return [
    change(
      VPC,
      `${id} does not have internet access, and its VPC does not have endpoints for ${lacking.join(', ')}`,
      'Add a route to a NAT gateway to its route table',
      `Create endpoints for ${lacking.join(', ')}`,
    ),
  ];
}

function judgeRoom(subnets: readonly Subnet[], { tasks, capacity, gpu }: Settings): Finding[] {
  const free = subnets.reduce((sum, subnet) => sum + subnet.free, 0);
  const found = `The subnets have ${count(free)} free addresses`;
  // A GPU task uses the address of its instance, and all videos share the instances.
  if (gpu) return judgeInstances(free, found, gpu.instances);
  if (free < tasks)
    return [change(VPC, `${found}; one video needs ${tasks}`, 'Use larger subnets in -c vpc', `Deploy with -c tasks=${Math.max(1, free)}`)];
  if (free < tasks * capacity)
    return [
      check(
        VPC,
        `${found}; ${several(capacity, 'video')} with ${several(tasks, 'task')} each would need ${count(tasks * capacity)}`,
        'Proceed: tasks wait for an address',
        'Use larger subnets in -c vpc',
      ),
    ];
  return [];
}

function judgeInstances(free: number, found: string, instances: number): Finding[] {
  if (free >= instances) return [];
  return [
    change(
      VPC,
      `${found}; ${several(instances, 'instance')} would need ${count(instances)}`,
      'Use larger subnets in -c vpc',
      ...(free > 0 ? [`Deploy with "instances":${free} in -c gpu`] : []),
    ),
  ];
}
