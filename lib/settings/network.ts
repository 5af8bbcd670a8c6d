import * as v from 'valibot';
import { flag, structured, textLike } from './fields.ts';

/** Settings for the address of the service and the network for tasks. */

const vpcId = textLike(/^vpc-[0-9a-f]{8,17}$/, 'the id of a VPC', 'vpc-0a1b2c3d4e5f67890');
const subnetId = textLike(/^subnet-[0-9a-f]{8,17}$/, 'the id of a subnet', 'subnet-0a1b2c3d4e5f67890');

const VPC_EXAMPLE = '{"id":"vpc-0a1b2c3d4e5f67890","subnets":["subnet-0a1b2c3d4e5f67890"]}';

/** An existing VPC for the render tasks. Nothing about it is looked up. */
export const vpcSchema = structured(
  v.strictObject(
    {
      id: vpcId,
      /** Subnets for the tasks: either public, or private with NAT or VPC endpoints. */
      subnets: v.pipe(
        v.array(subnetId, 'must be a list of subnet ids'),
        v.minLength(1, 'must name at least one subnet'),
        v.maxLength(16, 'must name up to 16 subnets'),
        v.check((subnets) => new Set(subnets).size === subnets.length, 'must name each subnet once'),
      ),
      /** True if the subnets are public, so that a task needs a public address to reach AWS. */
      public: v.optional(flag, false),
    },
    `must be an object with "id" and "subnets", for example ${VPC_EXAMPLE}`,
  ),
  VPC_EXAMPLE,
);

const CERTIFICATE = 'arn:aws:acm:eu-central-1:123456789012:certificate/11111111-2222-3333-4444-555555555555';
const DOMAIN_EXAMPLE = `{"name":"avatar.example.com","certificate":"${CERTIFICATE}"}`;

/** A custom domain name for the API. */
export const domainSchema = structured(
  v.strictObject(
    {
      name: textLike(/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, 'a host name', 'avatar.example.com'),
      /** ACM certificate in the same region as the deployment. */
      certificate: textLike(
        /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[0-9a-f-]{36}$/,
        'the ARN of an ACM certificate',
        CERTIFICATE,
      ),
      /** Route 53 hosted zone for the alias record. If there is none, the record must be created manually. */
      zone: v.optional(
        v.strictObject({
          id: textLike(/^Z[A-Z0-9]{4,31}$/, 'the id of a hosted zone', 'Z0123456789ABCDEFGHIJ'),
          name: textLike(/^([a-z0-9-]+\.)+[a-z]{2,63}$/, 'the name of a hosted zone', 'example.com'),
        }),
      ),
    },
    `must be an object with "name" and "certificate", for example ${DOMAIN_EXAMPLE}`,
  ),
  DOMAIN_EXAMPLE,
);

const LAST_PORT = 65_535;

const CORS_EXAMPLE = '["https://studio.example.com"]';

/** Origins of web pages that may call the API and read downloads. A single `*` allows every page. */
export const corsSchema = structured(
  v.pipe(
    v.array(
      v.pipe(
        textLike(
          /^(\*|https?:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?)$/,
          '"*" or an origin, in lowercase and without a path',
          'https://studio.example.com',
        ),
        v.check((origin) => Number(/:(\d+)$/.exec(origin)?.[1] ?? 0) <= LAST_PORT, `must have a port up to ${LAST_PORT}`),
      ),
      `must be a list of origins, for example ${CORS_EXAMPLE}`,
    ),
    v.check((origins) => new Set(origins).size === origins.length, 'must name each origin once'),
    v.check(
      (origins) => !origins.includes('*') || origins.length === 1,
      `must be ["*"] alone, or a list of origins such as ${CORS_EXAMPLE}`,
    ),
  ),
  CORS_EXAMPLE,
);

/** Web ACL in front of the API: false for none, true for AWS managed rules, or the ARN of an existing web ACL. */
export const wafSchema = v.union(
  [
    flag,
    textLike(
      /^arn:aws[a-z-]*:wafv2:[a-z0-9-]+:\d{12}:regional\/webacl\/[\w-]+\/[0-9a-f-]{36}$/,
      'true, false, or the ARN of a regional web ACL',
      'arn:aws:wafv2:eu-central-1:123456789012:regional/webacl/main/11111111-2222-3333-4444-555555555555',
    ),
  ],
  'must be true, false, or the ARN of a regional web ACL, for example true',
);
