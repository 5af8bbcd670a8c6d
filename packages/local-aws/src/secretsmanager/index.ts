export * from './secretsmanager.ts';
