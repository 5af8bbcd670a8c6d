/**
 * Explains a wrong option in one line. Node's own messages have several lines, with advice that does not apply to our commands.
 *
 * @param error as parseArgs throws it
 */
export function explainOption({ code, message }: Error & { code?: string }): string {
  const option = /'(?:-\w, )?(--?[\w-]+)/.exec(message)?.[1];
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' && option) return `There is no option ${option}`;
  if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') return message.replace(/\. .*$/s, '');
  if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE' || !option) return message;
  return /does not take an argument/.test(message)
    ? `${option}: takes no value; leave out what is behind the "="`
    : `${option}: needs a value behind it; one that begins with a dash is written ${option}=-…`;
}
