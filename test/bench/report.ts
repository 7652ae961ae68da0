/** Prints a line of quantiles of times in milliseconds. */
export function report(name: string, times: readonly number[]): void {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): string =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(2);
  console.log(`| ${name} | ${at(0.5)} | ${at(0.95)} | ${at(1)} |`);
}

export function reportHeader(title: string): void {
  console.log(`| ${title} | median ms | 95% | most |\n| --- | ---: | ---: | ---: |`);
}

/** CPU time so far, in milliseconds: unlike wall time it hardly depends on a busy machine. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
