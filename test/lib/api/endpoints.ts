import type { EndpointName } from '@talking-avatar/contract';

interface ExpectedEndpoint {
  /** HTTP methods by public path. */
  paths: Readonly<Record<string, readonly string[]>>;
  /** Memory, in MB. */
  memory: number;
  /** Time limit, in s. */
  timeout: number;
  /** First letters of the DynamoDB actions on each table, followed by other actions. */
  permissions: string;
}

/** Public paths, sizes, and minimal permissions. They are written by hand, so that a mistake in a declaration makes a test fail. */
export const EXPECTED_ENDPOINTS: Readonly<Record<EndpointName, ExpectedEndpoint>> = {
  generate: {
    paths: { '/lipsync/generate': ['POST'] },
    memory: 512,
    timeout: 20,
    permissions:
      'accounts:G avatars:G jobs:DPU rates:U tokens:GU idempotency:DGP s3:DeleteObject s3:GetObject s3:ListBucket s3:PutObject sqs:SendMessage',
  },
  estimate: {
    paths: { '/lipsync/estimate': ['POST'] },
    memory: 512,
    timeout: 20,
    permissions: 'accounts:G avatars:G rates:U tokens:G',
  },
  uploads: {
    paths: { '/lipsync/uploads': ['POST'] },
    memory: 512,
    timeout: 10,
    permissions: 'rates:U tokens:G s3:PutObject',
  },
  status: {
    paths: { '/status': ['GET'], '/lipsync/status': ['GET'] },
    memory: 512,
    timeout: 10,
    permissions: 'jobs:GQ rates:U tokens:G',
  },
  download: {
    paths: { '/download': ['GET'], '/lipsync/download': ['GET'] },
    memory: 512,
    timeout: 10,
    // Visemes are written on the first request.
    permissions: 'jobs:G rates:U tokens:G s3:GetObject s3:PutObject',
  },
  cancel: {
    paths: { '/lipsync/cancel': ['POST'] },
    memory: 512,
    timeout: 10,
    permissions: 'jobs:GU rates:U tokens:G events:PutEvents states:StopExecution',
  },
  remove: {
    paths: { '/lipsync/jobs/{id}': ['DELETE'] },
    memory: 512,
    timeout: 20,
    permissions: 'jobs:GU rates:U tokens:G webhooks:D events:PutEvents s3:DeleteObject s3:ListBucket states:StopExecution',
  },
  actors: {
    paths: { '/lipsync/actors': ['GET'] },
    memory: 512,
    timeout: 10,
    permissions: 'rates:U tokens:G s3:GetObject s3:PutObject',
  },
  voices: {
    paths: { '/lipsync/voices': ['GET'] },
    memory: 512,
    timeout: 10,
    permissions: 'rates:U tokens:G',
  },
  account: {
    paths: { '/lipsync/account': ['GET'] },
    memory: 512,
    timeout: 10,
    permissions: 'accounts:G ledger:Q rates:U tokens:G',
  },
  costs: {
    paths: { '/lipsync/costs': ['GET'] },
    memory: 512,
    timeout: 10,
    permissions: 'jobs:GQ ledger:Q rates:U tokens:G',
  },
  webhooks: {
    paths: {
      '/lipsync/webhooks/secret': ['GET', 'POST'],
      '/lipsync/webhooks/deliveries': ['GET'],
      '/lipsync/webhooks/replay': ['POST'],
    },
    memory: 512,
    timeout: 10,
    permissions: 'jobs:GQU rates:U tokens:G webhooks:DGU kms:GenerateMac sqs:SendMessage',
  },
  avatars: {
    paths: { '/lipsync/avatars': ['GET', 'POST'], '/lipsync/avatars/{id}': ['GET', 'DELETE'] },
    memory: 512,
    timeout: 20,
    permissions:
      'accounts:G avatars:DGPQU jobs:DGPU rates:U tokens:GU events:PutEvents s3:DeleteObject s3:GetObject s3:ListBucket s3:PutObject sqs:SendMessage states:StopExecution',
  },
  openapi: {
    paths: { '/openapi.json': ['GET'] },
    memory: 512,
    timeout: 10,
    permissions: '',
  },
  health: {
    paths: { '/health': ['GET'] },
    memory: 256,
    timeout: 10,
    permissions: 'jobs:G',
  },
};
