import {
  type App,
  CloudFormationValidatePlugin,
  type IPolicyValidationContext,
  type IPolicyValidationPlugin,
  type PolicyValidationPluginReport,
  Validations,
} from 'aws-cdk-lib';
import { AwsSolutionsChecks, type IApplyRule, NagRuleCompliance, type NagRuleResult } from 'cdk-nag';
import { EXCEPTIONS, type Exception } from './exceptions.ts';

/** The AwsSolutions rules, minus the exceptions in exceptions.ts. */
export class ReasonedChecks extends AwsSolutionsChecks {
  /** Exceptions that were used. Any others are stale. */
  readonly used = new Set<Exception>();

  protected override applyRule(params: IApplyRule): void {
    super.applyRule({
      ...params,
      rule: (node) => {
        const result = params.rule(node);
        const excepted = (finding?: string) => this.#isExcepted(params.ruleSuffixOverride ?? '', node.node.path, finding);
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
 * The CDK validator for AWS resource schemas. By default, it only warns about values that are not in an enumeration, but here every finding
 * fails the synthesis. Some schemas are incomplete. For example, they lack the maximum memory of a function and the time units of a budget.
 */
export class SchemaChecks extends CloudFormationValidatePlugin {
  override validate(context: IPolicyValidationContext): PolicyValidationPluginReport {
    const { violations } = super.validate(context);
    return {
      success: violations.length === 0,
      violations: violations.map((found) => ({ ...found, severity: 'error' })),
    };
  }
}

/** Shared by all apps in a process because its engine takes seconds to load. */
const schemaChecks = new SchemaChecks();

/** Checks the app against the AwsSolutions rules and the CloudFormation schemas during synthesis. Any finding fails the synthesis. */
export function addChecks(app: App): ReasonedChecks {
  const checks = new ReasonedChecks(app);
  // The CDK's types disagree under exactOptionalPropertyTypes.
  const schemas = schemaChecks as IPolicyValidationPlugin;
  Validations.of(app).addPlugins(checks, schemas);
  return checks;
}
