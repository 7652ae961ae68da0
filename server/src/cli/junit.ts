import { describeFailure, type Verdict } from '../results/verdict.ts';

export interface TestReport {
  readonly path: string;
  readonly name: string;
  /** The bag's first line, from 1. */
  readonly line: number;
  readonly wallMs: number;
  readonly verdict: Verdict;
}

/**
 * JUnit XML with a suite for each file. It has only elements and attributes that even the strictest
 * readers accept. None of them is for line numbers, so the texts name the lines.
 */
export function toJUnit(reports: readonly TestReport[]): string {
  const files = new Map<string, TestReport[]>();
  for (const report of reports) {
    const ofFile = files.get(report.path);
    if (ofFile === undefined) files.set(report.path, [report]);
    else ofFile.push(report);
  }
  const suites = [...files].flatMap(([path, ofFile]) => [
    `  <testsuite name="${inAttribute(path)}" ${totals(ofFile)} skipped="0">`,
    ...ofFile.map(testCase),
    '  </testsuite>',
  ]);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="bowline" ${totals(reports)}>`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
}

function totals(reports: readonly TestReport[]): string {
  const count = (kind: TestReport['verdict']['kind']): number =>
    reports.filter(({ verdict }) => verdict.kind === kind).length;
  const wallMs = reports.reduce((sum, report) => sum + report.wallMs, 0);
  return (
    `tests="${reports.length}" failures="${count('failed')}" errors="${count('not-run')}" ` +
    `time="${seconds(wallMs)}"`
  );
}

function testCase({ path, name, line, wallMs, verdict }: TestReport): string {
  const start =
    `    <testcase name="${inAttribute(name)}" classname="${inAttribute(path)}" ` +
    `time="${seconds(wallMs)}"`;
  const at = `${path}:${line}`;
  switch (verdict.kind) {
    case 'passed':
      return `${start}/>`;
    case 'failed':
      return `${start}>${detail('failure', verdict.why, `${at}\n${describeFailure(verdict)}`)}</testcase>`;
    case 'not-run':
      return `${start}>${detail('error', verdict.message, `${at}\n${verdict.message}`)}</testcase>`;
  }
}

function detail(element: 'failure' | 'error', message: string, text: string): string {
  const kind = element === 'failure' ? 'unexpected' : 'not run';
  return `<${element} type="${kind}" message="${inAttribute(message)}">${inText(text)}</${element}>`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

/** The characters that XML 1.0 cannot contain, even escaped (section 2.2). */
const illegal = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Unless these characters are escaped, a reader turns them into spaces in an attribute.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

function inText(text: string): string {
  return text.replace(illegal, '\ufffd').replace(/[&<>]/g, (found) => entities[found]);
}

function inAttribute(text: string): string {
  return inText(text).replace(/["\t\n\r]/g, (found) => entities[found]);
}
