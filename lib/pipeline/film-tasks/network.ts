import {
  FlowLogDestination,
  FlowLogTrafficType,
  GatewayVpcEndpointAwsService,
  IpAddresses,
  type IVpc,
  Peer,
  Port,
  SecurityGroup,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import { Construct } from 'constructs';
import { ServiceLog } from '../../function/index.ts';

/** Addresses of the network, and zones: where one has no room for a task, another may. */
const ADDRESSES = '10.64.0.0/22';
const ZONES = 2;

/**
 * The network of the tasks that draw. Nothing leads into it: no port is open to anybody. Out of it leads HTTPS alone; tables and
 * bucket are reached without leaving AWS. Without a NAT gateway it costs nothing while nothing is drawn.
 */
export class FilmNetwork extends Construct {
  readonly vpc: Vpc;
  readonly group: SecurityGroup;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.vpc = new Vpc(this, 'Vpc', {
      ipAddresses: IpAddresses.cidr(ADDRESSES),
      maxAzs: ZONES,
      natGateways: 0,
      subnetConfiguration: [{ name: 'Public', subnetType: SubnetType.PUBLIC }],
      gatewayEndpoints: {
        S3: { service: GatewayVpcEndpointAwsService.S3 },
        DynamoDb: { service: GatewayVpcEndpointAwsService.DYNAMODB },
      },
      // Emptying the VPC's own group, which nothing here is in, takes a function of the CDK's that may change every group.
      restrictDefaultSecurityGroup: false,
    });
    const log = new ServiceLog(this, 'Log');
    this.vpc.addFlowLog('FlowLog', {
      destination: FlowLogDestination.toCloudWatchLogs(log),
      trafficType: FlowLogTrafficType.ALL,
    });
    this.group = new SecurityGroup(this, 'Group', {
      // The CDK's own types do not agree under exactOptionalPropertyTypes.
      vpc: this.vpc as IVpc,
      description: 'Tasks that draw films: nothing in, HTTPS out',
      allowAllOutbound: false,
    });
    this.group.addEgressRule(Peer.anyIpv4(), Port.HTTPS, 'AWS itself: images, logs, the state machine');
  }
}
