import { type App, CloudFormationValidatePlugin, type IPolicyValidationPlugin, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, type IApplyRule, NagRuleCompliance, type NagRuleResult } from 'cdk-nag';
import { EXCEPTIONS, type Exception } from './exceptions.ts';

/** The AwsSolutions rules less their written exceptions. */
export class ReasonedChecks extends AwsSolutionsChecks {
  /** Exceptions that something has made use of; the others are stale. */
  readonly used = new Set<Exception>();

  protected override applyRule(params: IApplyRule): void {
    super.applyRule({
      ...params,
      rule: (node) => {
        const result = params.rule(node);
        const excepted = (finding?: string) =>
          this.#isExcepted(params.ruleSuffixOverride ?? '', node.node.path, finding);
        return withoutExcepted(result, excepted);
      },
    });
  }

  #isExcepted(rule: string, path: string, finding = ''): boolean {
    const place = path.slice(path.indexOf('/') + 1);
    const exception = EXCEPTIONS.find(
      (candidate) => candidate.rule === rule && candidate.at.test(place) && (candidate.finding?.test(finding) ?? true),
    );
    if (exception) this.used.add(exception);
    return exception !== undefined;
  }
}

function withoutExcepted(result: NagRuleResult, excepted: (finding?: string) => boolean): NagRuleResult {
  if (Array.isArray(result)) return result.filter((finding) => !excepted(finding));
  return result === NagRuleCompliance.NON_COMPLIANT && excepted() ? NagRuleCompliance.COMPLIANT : result;
}

/**
 * Has the synthesis check the app against the AwsSolutions rules and against CloudFormation's own schemas and rules; a finding
 * fails it.
 */
export function addChecks(app: App): ReasonedChecks {
  const checks = new ReasonedChecks(app);
  // The CDK's own types do not agree under exactOptionalPropertyTypes.
  const schemas = new CloudFormationValidatePlugin() as IPolicyValidationPlugin;
  Validations.of(app).addPlugins(checks, schemas);
  return checks;
}
