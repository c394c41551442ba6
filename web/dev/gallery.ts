import { mount } from 'svelte';
import '../src/styles/base.css';
import Gallery from './Gallery.svelte';

mount(Gallery, { target: document.body });
