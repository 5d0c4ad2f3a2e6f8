// The shapes of a wheel's wire by short names.

import type { components } from "./api.ts";

type Shapes = components["schemas"];

export type WheelView = Shapes["RouletteView"];
export type WheelStation = Shapes["RouletteStationView"];
export type WheelFelt = Shapes["RouletteFelt"];
export type SpotOnFelt = Shapes["RouletteSpotOnFelt"];
export type SequenceOnFelt = Shapes["RouletteSequenceOnFelt"];
export type Pocket = Shapes["RoulettePocket"];
export type WheelResult = Shapes["RouletteResultView"];
export type WheelLast = Shapes["RouletteLastView"];
export type Run = Shapes["RouletteRun"];
export type RunEnd = Shapes["RouletteRunEnd"];
export type Place = Shapes["RoulettePlace"];
export type WheelChoice = Shapes["RouletteChoice"];
export type WheelLimits = Shapes["RouletteLimits"];
