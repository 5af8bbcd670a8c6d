import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { DEFAULT_IDENTIFIERS, openApiDocument } from '../src/index.ts';

const document = openApiDocument(DEFAULT_IDENTIFIERS) as {
  paths: Record<string, object>;
  components: {
    schemas: {
      Job: {
        properties: Record<string, { enum?: string[]; anyOf?: object[]; description?: string; properties?: Record<string, object> }>;
        required: string[];
        additionalProperties: boolean;
      };
    };
  };
};

it('is a valid OpenAPI 3.1 document', async () => {
  const validator = new Validator();
  const result = await validator.validate(structuredClone(document));
  expect(result.errors).toBeUndefined();
  expect(result.valid).toBe(true);
  expect(validator.version).toBe('3.1');
});

it('has the job schema with the default identifiers and the required fields', () => {
  const { Job } = document.components.schemas;
  expect(Job.required).toEqual(['target_rig', 'text', 'language']);
  expect(Job.additionalProperties).toBe(false);
  expect(Job.properties.target_rig?.enum).toEqual(['metahuman', 'arkit']);
  expect(Job.properties.actor?.anyOf).toEqual([
    expect.objectContaining({ enum: expect.arrayContaining(['male', 'amara']) }),
    { type: 'string', format: 'uuid', description: expect.any(String) },
  ]);
  expect(Job.properties.language?.enum).toContain('pr-BR');
  expect(Job.properties.language?.description).toContain('in any case');
  for (const side of ['width', 'height']) {
    expect(Job.properties.output?.properties?.[side]).toMatchObject({ minimum: 128, maximum: 3840, multipleOf: 2 });
  }
});

it('accepts months from 1 to 12', () => {
  const { get } = document.paths['/lipsync/account'] as {
    get: { parameters: { name: string; schema: { pattern: string } }[] };
  };
  const pattern = new RegExp(get.parameters.find(({ name }) => name === 'month')!.schema.pattern);
  const months = ['2026-00', '2026-01', '2026-09', '2026-10', '2026-12', '2026-13', '2026-19', '2026-1'];
  expect(months.filter((month) => pattern.test(month))).toEqual(['2026-01', '2026-09', '2026-10', '2026-12']);
});
