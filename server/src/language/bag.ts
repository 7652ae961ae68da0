export { expectations, toBag } from './to-bag.ts';
