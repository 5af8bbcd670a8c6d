type Definition = Record<string, unknown>;

/** Applies the changes that a scenario makes to its template. */
export type Edit = (definition: Definition) => unknown;

/** Recording files, each with its row in the table and the folder of its templates. */
export const SOURCES = [
  { file: 'callback/test_callback', service: 'states: callback', folder: 'callbacks' },
  { file: 'timeouts/test_timeouts', service: 'states: timeouts', folder: 'timeouts' },
  { file: 'timeouts/test_heartbeats', service: 'states: timeouts', folder: 'timeouts' },
  { file: 'context_object/test_context_object', service: 'states: context', folder: 'context_object' },
  { file: 'choice_operators/test_boolean_equals', service: 'states: choice', folder: '' },
  { file: 'choice_operators/test_is_operators', service: 'states: choice', folder: '' },
  { file: 'choice_operators/test_numeric', service: 'states: choice', folder: '' },
  { file: 'choice_operators/test_string_operators', service: 'states: choice', folder: '' },
  { file: 'choice_operators/test_timestamp_operators', service: 'states: choice', folder: '' },
  { file: 'error_handling/test_task_lambda', service: 'states: errors', folder: 'errorhandling' },
  { file: 'error_handling/test_task_service_lambda', service: 'states: errors', folder: 'errorhandling' },
  { file: 'error_handling/test_states_errors', service: 'states: errors', folder: 'errorhandling' },
  { file: 'error_handling/test_task_service_sqs', service: 'states: errors', folder: 'errorhandling' },
  { file: 'services/test_lambda_task', service: 'states: tasks', folder: 'services' },
  { file: 'services/test_lambda_task_service', service: 'states: tasks', folder: 'services' },
  { file: 'services/test_ecs_task_service', service: 'states: tasks', folder: 'services' },
  { file: 'states_variables/test_error_output', service: 'states: errors', folder: 'statevariables' },
  { file: 'scenarios/test_base_scenarios', service: 'states: flow', folder: 'scenarios' },
] as const;

const HEARTBEAT = 'timeouts/service_sqs_send_and_wait_for_task_token_with_heartbeat';

/** Templates that are not named after their scenario or its parameter. Each pattern matches `FILE NAME` without `test_`. */
const TEMPLATES: readonly (readonly [scenario: RegExp, template: string])[] = [
  [/^callback sqs_wait_for_task_token_timeout$/, 'callbacks/sqs_wait_for_task_token_with_timeout'],
  [/^callback sqs_failure_in_wait_for_task_token$/, 'callbacks/sqs_wait_for_task_token'],
  [/^callback sqs_wait_for_task_tok_with_heartbeat$|^heartbeats heartbeat_(no_)?timeout$/, HEARTBEAT],
  [/^callback multiple_.*heartbeat_notifications$|^heartbeats heartbeat_path_timeout$/, `${HEARTBEAT}_path`],
  [/^callback start_execution_sync/, 'callbacks/sfn_start_execution_sync'],
  [/^callback sync_with_task_token$/, 'callbacks/sfn_start_execution_sync_with_task_token'],
  [/^timeouts fixed_timeout_lambda$/, 'timeouts/lambda_wait_with_timeout_seconds'],
  [/^timeouts fixed_timeout_service_lambda$/, 'timeouts/service_lambda_wait_with_timeout_seconds'],
  [/^timeouts fixed_timeout_service_lambda_with_path$/, 'timeouts/service_lambda_wait_with_timeout_seconds_path'],
  [/^timeouts service_lambda_map_timeout$/, 'timeouts/service_lambda_map_function_invoke_with_timeout_seconds'],
  [/^timeouts global_timeout$/, 'base/wait_1_min'],
  [/^context_object (\w+)/, 'context_object/context_object_$1'],
  [/^task_(service_)?lambda raise_exception$/, 'errorhandling/task_$1lambda_invoke_catch_unknown'],
  [/^task_(service_)?lambda raise_custom_exception$/, 'errorhandling/task_$1lambda_invoke_catch_tbd'],
  [/^task_(service_)?lambda (?:raise_exception|no_such_function)_catch$/, 'errorhandling/task_$1lambda_invoke_catch_relevant'],
  [/^task_(service_)?lambda no_such_function$/, 'errorhandling/task_$1lambda_invoke_catch_unknown'],
  [/^task_service_lambda raise_exception_catch_output_path/, 'errorhandling/task_service_lambda_invoke_catch_all_output_path'],
  [/^task_service_lambda invoke_timeout$/, 'errorhandling/task_service_lambda_invoke_catch_timeout'],
  [/^states_errors (?:service_)?task_\w+_catch_state_all_/, 'errorhandling/task_service_lambda_invoke_catch_all'],
  [/^states_errors (?:service_)?task_/, 'errorhandling/task_service_lambda_invoke_catch_data_limit_exceeded'],
  [/^task_service_sqs send_message_no_such_queue_no_catch$/, 'services/sqs_send_msg'],
  [/^task_service_sqs sqs_failure/, 'errorhandling/aws_service_sqs_send_msg_catch_token_failure'],
  [/^task_service_sqs /, 'errorhandling/task_service_sqs_send_msg_catch'],
  [/^lambda_task lambda_task_filter_parameters_input$/, 'services/lambda_input_parameters_filter'],
  [/^lambda_task invoke_(?!pipe)/, 'services/lambda_invoke_resource'],
  [/^lambda_task invoke_pipe$/, 'services/lambda_invoke_pipe'],
  [/^lambda_task_service invoke_unsupported_param$/, 'services/lambda_invoke_log_type'],
  [/^lambda_task_service list_functions$/, 'services/lambda_list_functions'],
  [/^lambda_task_service /, 'services/lambda_invoke'],
  [/^base_scenarios (map_state_(?:item_selector|parameters)_singleton)(\w*)$/, 'scenarios/$1s$2'],
  [/^base_scenarios max_concurrency_path/, 'scenarios/max_concurrency_path'],
  [/^base_scenarios choice_unsorted_parameters/, 'scenarios/choice_state_unsorted_choice_parameters'],
  [/^base_scenarios choice_(aws|singleton\w*|aws_docs)(?:_docs)?(_scenario)?$/, 'scenarios/choice_state_$1$2'],
  [/^base_scenarios map_state_tolerated_failure_values\[(\w+)_literal\]$/, 'scenarios/map_state_tolerated_failure_$1'],
  [/^base_scenarios map_state_config_inline_item_selector$/, 'scenarios/map_state_config_distributed_item_selector'],
  [/^base_scenarios map_state_items_input/, 'scenarios/map_state_items'],
  [/^base_scenarios map_state_items_variable/, 'scenarios/map_state_items_variable'],
  [/^base_scenarios parallel_state$/, 'scenarios/parallel_state'],
  [/^base_scenarios \w*wait_timestamp(_path|_jsonata)?/, 'scenarios/wait_timestamp$1'],
  [/^base_scenarios fail_(error|cause)_jsonata$/, 'scenarios/raise_failure_$1_jsonata'],
];

/** Returns the path of the template for a scenario, without `.json5`. */
export function templateOf(file: string, name: string): string {
  const subject = `${file.replace(/^.*\/test_/, '')} ${name}`;
  const listed = TEMPLATES.find(([scenario]) => scenario.test(subject));
  const folder = SOURCES.find((source) => source.file === file)?.folder ?? '';
  const parameter = /\[(?:ST\.)?([A-Z][A-Z0-9_]+)\]$/.exec(name)?.[1];
  const fallback = `${folder}/${parameter?.toLowerCase() ?? name.replace(/\[.*$/, '')}`;
  const chosen = listed ? (listed[0].exec(subject)?.[0].replace(listed[0], listed[1]) ?? '') : fallback;
  return chosen.replace('/', '/statemachines/');
}

/** Sets fields in the first state of a template. */
const setIn =
  (fields: Definition): Edit =>
  (definition) => {
    const { StartAt, States } = definition as { StartAt: string; States: Definition };
    return { ...definition, States: { ...States, [StartAt]: { ...(States[StartAt] as Definition), ...fields } } };
  };

const replace =
  (pattern: string, value: string): Edit =>
  (definition) =>
    JSON.parse(JSON.stringify(definition).replaceAll(pattern, () => value));

const CONTEXT = '%CONTEXT_OBJECT_LITERAL_PLACEHOLDER%';
const parameterOf = (name: string) => /\[(.*)\]$/.exec(name)?.[1] ?? '';

const WAIT_UNTIL: Readonly<Record<string, string>> = {
  SECONDS: '2016-03-14T01:59:00Z',
  NANOSECONDS: '2016-03-14T01:59:00.123456789Z',
  NO_T: '2016-12-05 21:29:29Z',
  NO_Z: '2016-12-05T21:29:29',
  INVALID_DATE: '2016-13-05T21:29:29Z',
  INVALID_TIME: '2016-12-05T25:29:29Z',
  INVALID_ISO: '05-12-2016T21:29:29Z',
};

/** Returns the input of a scenario in cases where the recording hides it. */
export const inputOf = (name: string, recorded: unknown): unknown =>
  name.startsWith('wait_timestamp_path') ? { TimestampValue: WAIT_UNTIL[parameterOf(name) || 'SECONDS'] } : recorded;

/** Returns the changes that a scenario makes to its template. */
export function editsOf(file: string, name: string): Edit {
  const parameter = parameterOf(name);
  if (/^(input|output)_path/.test(name)) return replace(CONTEXT, parameter);
  if (name === 'result_selector') return replace(CONTEXT, '$$.Execution.Input');
  if (name === 'variable') return replace(CONTEXT, '$$.Execution.Input.input-value');
  if (name === 'items_path') return replace(CONTEXT, '$$.Execution.Input.input-values');
  if (name === 'raise_custom_exception') return replace('"ErrorEquals":[]', '"ErrorEquals":["CustomException"]');
  if (name.startsWith('raise_exception_catch_output_path')) return setIn({ OutputPath: parameter === 'None' ? null : parameter });
  if (file.includes('test_states_errors') && name.startsWith('task_')) return setIn({ Resource: '__tbd__', Parameters: undefined });
  if (name === 'sqs_failure_in_wait_for_task_tok') return replace('<%WaitForTaskTokenFailureErrorName%>', 'Failure error');
  if (name === 'sqs_wait_for_task_tok_with_heartbeat') return setIn({ HeartbeatSeconds: 60 });
  if (name === 'heartbeat_no_timeout') return setIn({ TimeoutSeconds: undefined });
  if (name === 'global_timeout') return (definition) => ({ ...definition, TimeoutSeconds: 5 });
  if (/^wait_timestamp(_invalid)?\[/.test(name)) return setIn({ Timestamp: WAIT_UNTIL[parameter] });
  return (definition) => definition;
}
