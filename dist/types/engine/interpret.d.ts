import type { Effect, EffectType } from "../lifecycle/effects.js";
import type { EventOf } from "../lifecycle/events.js";
/** What an operation produced, as its INIT_COMPLETE carries it. */
export type Completion = Omit<EventOf<"INIT_COMPLETE">, "type" | "op">;
/** Runs one effect. Idempotent: what is done already counts as done. What it returns goes into the closing entry. */
export type EffectRunner<T extends EffectType> = (effect: Extract<Effect, {
    type: T;
}>) => Promise<Completion | void>;
/** The table of an operation: every effect that its transitions can ask for, with what runs it. */
export type EffectRunners = {
    readonly [T in EffectType]?: EffectRunner<T>;
};
/**
 * Runs effects in their order, and stops at the first that fails.
 * @param signal ends the run between two effects; none for clean-up, which runs after an interruption too
 * @throws CoppiceError with the effect's code, a system code, or INTERRUPTED after Ctrl-C
 */
export declare function runEffects(effects: readonly Effect[], runners: EffectRunners, signal?: AbortSignal): Promise<Completion>;
/** @throws INTERRUPTED when Ctrl-C was pressed */
export declare function throwIfInterrupted(signal: AbortSignal): void;
