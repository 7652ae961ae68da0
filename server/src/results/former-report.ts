import { printable, shortened } from '../text/printable.ts';
import type { BagCoverageReport, CoverageReport } from './coverage-report.ts';

/** The fields of a bag that a comparison reads. All except `file` and `bag` may also be null. */
const fields = {
  file: 'string',
  bag: 'string',
  first: 'string',
  rank: 'number',
  class: 'string',
  expected: 'string',
} as const satisfies Partial<Record<keyof BagCoverageReport, 'string' | 'number'>>;

const identity = new Set(['file', 'bag']);

/** A limit on the characters of a file that a message quotes. */
const longestQuotation = 20;

/**
 * Reads a coverage report in JSON. Checks only the fields that a comparison reads.
 *
 * @returns the report; or, if the text is no report, a string that says so, such as `is empty`. A
 *   message puts this string behind the name of the file
 */
export function readFormerReport(text: string): Pick<CoverageReport, 'perBag'> | string {
  const content = text.trim();
  if (content === '') return 'is empty';
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch {
    const start = printable(shortened(content, longestQuotation));
    return `is not JSON, or not a whole file of it: it begins with "${start}"`;
  }
  const reason = missingIn(json);
  return reason === null
    ? (json as Pick<CoverageReport, 'perBag'>)
    : `is JSON, but not a coverage report: ${reason}`;
}

/** Names the first thing that the report lacks and a comparison needs. */
function missingIn(json: unknown): string | null {
  if (!isObject(json)) return 'it is no object';
  if (!('perBag' in json)) return 'it has no list "perBag"';
  const bags = json.perBag;
  if (!Array.isArray(bags)) return '"perBag" is no list';
  for (const [place, bag] of bags.entries()) {
    const where = `element ${place + 1} of "perBag"`;
    if (!isObject(bag)) return `${where} is no object`;
    for (const [field, type] of Object.entries(fields)) {
      const value = bag[field];
      if (value === undefined) return `${where} has no "${field}"`;
      const isAllowed = typeof value === type || (value === null && !identity.has(field));
      if (!isAllowed) return `"${field}" is no ${type} in ${where}`;
    }
  }
  return null;
}

function isObject(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
