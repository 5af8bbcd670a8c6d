/** A difference from AWS that will remain, along with the reason. The replay fails for any other difference. */
export interface Accepted {
  /** Row in the table. */
  readonly service: RegExp;
  /** Scenarios that it applies to. All of them by default. */
  readonly scenario?: RegExp;
  readonly path: RegExp;
  readonly reason: string;
}

export const ACCEPTED: readonly Accepted[] = [
  {
    service: /^states: callback|^states: timeouts|^states: errors/,
    path: /^history\.\d+\.Task\w+\.\w+\.(resource|resourceType|parameters)(\.|$)/,
    scenario: /sqs|sns|heartbeat/,
    reason: 'The callback runs by way of ECS, since nothing here sends messages from a state machine.',
  },
  {
    service: /^states/,
    path: /(^output|\.)(SdkHttpMetadata|SdkResponseMetadata)(\.|$)/,
    reason: 'The response headers of an SDK call are of no use to a state machine.',
  },
  {
    service: /^states: flow/,
    scenario: /^lambda_service_invoke_with_retry_extended_input$/,
    path: /Execution\.RedriveCount$/,
    reason: 'The recording is older than redrives.',
  },
  {
    service: /^states: flow/,
    scenario: /^parallel_state_nested$/,
    path: /^history\.types$/,
    reason: 'The recording leaves out the end of the inner state.',
  },
  {
    service: /^states: timeouts/,
    scenario: /^service_lambda_map_timeout$/,
    path: /^history\.types$/,
    reason: 'Four tasks time out at once: AWS lists each one, here the first ends the others.',
  },
  {
    service: /^events: patterns/,
    scenario: /^dot_joining_(event|pattern)$/,
    path: /^answer$/,
    reason: 'A name with a dot stands for itself here; on AWS it also stands for a path.',
  },
  {
    service: /^events: patterns/,
    scenario: /^content_wildcard_complex_EXC$/,
    path: /^answer$/,
    reason: 'AWS limits the complexity of wildcards by a rule that it does not publish.',
  },
  {
    service: /^sqs$/,
    path: /\.Error\.Code$/,
    scenario: /^non_existent_queue$/,
    reason: 'The recorder gives the code of the older protocol; the SDK for JavaScript throws QueueDoesNotExist.',
  },
  {
    service: /^events$/,
    scenario: /^put_events_exceed_limit_ten_entries/,
    path: /\.Error\.Message$/,
    reason: 'AWS repeats all entries in the message.',
  },
  {
    service: /^secretsmanager$/,
    path: /\.Error\.Message$/,
    reason: 'The message names the file to add the secret to.',
  },
  {
    service: /^secretsmanager$/,
    scenario: /^get_secret_value$/,
    path: /\.(CreatedDate|Name|Secret(Binary|String)|Version(Id|Stages))$/,
    reason: 'Secrets are the JSON objects of a file, without versions.',
  },
  {
    service: /^s3$/,
    path: /\.Error\.Message$/,
    reason: 'AWS explains at length which rules do not match.',
  },
  {
    service: /^apigateway$/,
    path: /\.requestContext\.(deploymentId|authorizer|requestTimeEpoch|identity\.(apiKey|apiKeyId|clientCert))$/,
    reason:
      'The types of the event demand these fields, which AWS leaves out; there are no deployments; the recorder hides a number in a text.',
  },
];
