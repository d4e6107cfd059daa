import fc from "fast-check";

// A change is judged by the same random values as the one before it; the long run sets another seed each time.
fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? "1") });
