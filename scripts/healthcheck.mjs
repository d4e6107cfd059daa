// The image's HEALTHCHECK: 0 when /readyz answers 200, else 1 with what it said.
try {
  const answer = await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`, {
    signal: AbortSignal.timeout(4000),
  });
  if (!answer.ok) console.error(`/readyz answers ${answer.status}: ${(await answer.text()).slice(0, 500)}`);
  process.exitCode = answer.ok ? 0 : 1;
} catch (error) {
  console.error(`/readyz does not answer: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
