import { mount } from "svelte";
import "./felt/tokens.css";
import "./felt/pieces.css";
import App from "./pages/App.svelte";
import { speak } from "./words/words.svelte.ts";

await speak();
const target = document.getElementById("app");
if (target) mount(App, { target });
