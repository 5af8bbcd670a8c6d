/** EventBridge rules with a schedule. */
export { readRate, type ScheduleOptions, startSchedule } from './schedule.ts';
