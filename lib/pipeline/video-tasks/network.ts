import { Annotations } from 'aws-cdk-lib';
import {
  FlowLogDestination,
  FlowLogTrafficType,
  GatewayVpcEndpointAwsService,
  IpAddresses,
  type ISubnet,
  type IVpc,
  Peer,
  Port,
  SecurityGroup,
  Subnet,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import { Construct } from 'constructs';
import { ServiceLog } from '../../function/index.ts';
import type { Settings } from '../../settings/index.ts';

/** CIDR range of the network, and its zones. If one zone has no capacity, another may. */
const ADDRESSES = '10.64.0.0/22';
const ZONES = 2;

/** Placeholder for the zones of an existing network, which are not needed. */
const UNKNOWN_ZONE = 'unknown';

/** Network for the render tasks, either an existing one or a new one. It has no inbound ports and only allows outbound HTTPS. */
export class VideoNetwork extends Construct {
  readonly vpc: IVpc;
  readonly subnets: readonly ISubnet[];
  /** True if tasks need a public address to reach AWS. */
  readonly isPublic: boolean;
  readonly group: SecurityGroup;

  constructor(scope: Construct, id: string, { existing }: { existing?: Settings['vpc'] } = {}) {
    super(scope, id);
    if (existing) {
      this.vpc = Vpc.fromVpcAttributes(this, 'Vpc', { vpcId: existing.id, availabilityZones: [UNKNOWN_ZONE] });
      this.subnets = existing.subnets.map((subnetId) =>
        Subnet.fromSubnetAttributes(this, subnetId, { subnetId, availabilityZone: UNKNOWN_ZONE }),
      );
      this.isPublic = existing.public;
      Annotations.of(this).acknowledgeWarning('@aws-cdk/aws-ec2:noSubnetRouteTableId', 'No routes are added to them');
    } else {
      const made = this.#makeVpc();
      // The CDK's types disagree under exactOptionalPropertyTypes.
      this.vpc = made as IVpc;
      this.subnets = made.publicSubnets;
      this.isPublic = true;
    }
    this.group = new SecurityGroup(this, 'Group', {
      vpc: this.vpc,
      // Changing the description would make CloudFormation replace the group.
      description: 'Tasks that render videos: no inbound traffic, HTTPS out',
      allowAllOutbound: false,
    });
    this.group.addEgressRule(Peer.anyIpv4(), Port.HTTPS, 'AWS itself: images, logs, the state machine');
  }

  /** Creates a network with gateway endpoints for the tables and the bucket. It has no NAT gateway, so it costs nothing while idle. */
  #makeVpc(): Vpc {
    const vpc = new Vpc(this, 'Vpc', {
      ipAddresses: IpAddresses.cidr(ADDRESSES),
      maxAzs: ZONES,
      natGateways: 0,
      subnetConfiguration: [{ name: 'Public', subnetType: SubnetType.PUBLIC }],
      gatewayEndpoints: {
        S3: { service: GatewayVpcEndpointAwsService.S3 },
        DynamoDb: { service: GatewayVpcEndpointAwsService.DYNAMODB },
      },
      // Emptying the unused default security group would require a CDK function that has permission to change all groups.
      restrictDefaultSecurityGroup: false,
    });
    vpc.addFlowLog('FlowLog', {
      destination: FlowLogDestination.toCloudWatchLogs(new ServiceLog(this, 'Log')),
      trafficType: FlowLogTrafficType.ALL,
    });
    return vpc;
  }
}
